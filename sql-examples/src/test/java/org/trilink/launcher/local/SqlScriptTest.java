/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlScriptTest {

  private static SqlScript script(String... lines) {
    return new SqlScript(String.join("\n", lines));
  }

  @Test
  void everyBrokerAddressIsReplaced() {
    SqlScript script =
        script("a = '127.0.0.1:9092';", "b = '127.0.0.1:9092';").withBroker("127.0.0.1:4711");

    assertThat(script.text()).isEqualTo("a = '127.0.0.1:4711';\nb = '127.0.0.1:4711';");
  }

  @Test
  void aScriptWithoutTheBrokerAddressIsRefused() {
    assertThatThrownBy(() -> script("a = 'localhost:9092';").withBroker("127.0.0.1:4711"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("names no broker at 127.0.0.1:9092");
  }

  @Test
  void recordKeysGo() {
    SqlScript script =
        script(
            "  'connector' = 'kafka',", "  'key.format' = 'raw',", "  'key.fields' = 'a;b',", ");");

    assertThat(script.hasRecordKey()).isTrue();
    SqlScript without = script.withoutRecordKeys();
    assertThat(without.text()).isEqualTo("  'connector' = 'kafka',\n);");
    assertThat(without.hasRecordKey()).isFalse();
  }

  @Test
  void trilinkHintsGo() {
    SqlScript script =
        script(
            "SELECT /*+ TRILINK('watermark'='key', 'x'='it''s (not) a bracket') */ a",
            "FROM t /*+ trilink",
            "  ('partition' = 'hash') */");

    assertThat(script.withoutTrilinkHints().text()).isEqualTo("SELECT  a\nFROM t ");
  }

  @Test
  void otherHintsAndCommentsStay() {
    SqlScript script =
        script(
            "-- the TRILINK hint",
            "SELECT /* TRILINK('a'='b') */ 'TRILINK'",
            "FROM t /*+ OPTIONS('a'='b'), TRILINK('c'='d') */",
            "JOIN u /*+ TRILINK('c'='d'), OPTIONS('e'='TRILINK $1') */;");

    assertThat(script.withoutTrilinkHints().text())
        .isEqualTo(
            """
            -- the TRILINK hint
            SELECT /* TRILINK('a'='b') */ 'TRILINK'
            FROM t /*+ OPTIONS('a'='b') */
            JOIN u /*+ OPTIONS('e'='TRILINK $1') */;""");
  }

  @Test
  void someOptionsOfTrilinkHintsGo() {
    SqlScript script =
        script(
            "-- 'exchange'='b' of TRILINK('exchange'='b')",
            "SELECT /*+ TRILINK('exchange'='a', 'watermark'='key',",
            "  'local-merge.emit.when'='x = ''it'' AND (y)', 'partition'='a') */ 'exchange'='a'",
            "FROM t /*+ OPTIONS('exchange'='b'), TRILINK('exchange' = 'd') */;");

    assertThat(script.withoutHintOptions(Pattern.compile("exchange|local-merge\\..*")).text())
        .isEqualTo(
            """
            -- 'exchange'='b' of TRILINK('exchange'='b')
            SELECT /*+ TRILINK('watermark'='key', 'partition'='a') */ 'exchange'='a'
            FROM t /*+ OPTIONS('exchange'='b') */;""");
  }

  @Test
  void statementsComeWithoutTheCommentsBeforeThem() {
    SqlScript script =
        script(
            "-- a comment;",
            "CREATE TABLE t (a INT); -- here too",
            "BEGIN STATEMENT SET;",
            "",
            "-- first",
            "INSERT INTO u",
            "SELECT a FROM t;",
            "insert into v SELECT a FROM t;",
            "END;");

    assertThat(script.statements())
        .containsExactly(
            "CREATE TABLE t (a INT); -- here too",
            "BEGIN STATEMENT SET;",
            "INSERT INTO u\nSELECT a FROM t;",
            "insert into v SELECT a FROM t;",
            "END;");
  }

  @Test
  void aSettingStandsBeforeAllElse() {
    assertThat(new SqlScript("SELECT 1;\n").withSetting("a.b", "it's").text())
        .isEqualTo("SET 'a.b' = 'it''s';\nSELECT 1;\n");
  }

  @ParameterizedTest
  @CsvSource({"low-voltage, low-voltage", "low-voltage, sustained-sag", "ysb, ysb"})
  void everyQuerysScriptCanBePrepared(String workload, String query) {
    Path file = TrilinkHome.current().script(workload, query);

    SqlScript prepared = SqlScript.read(file).withBroker("127.0.0.1:4711").withoutTrilinkHints();

    assertThat(prepared.text()).doesNotContain("9092").doesNotContain("TRILINK(");
    assertThat(prepared.statements()).anyMatch(statement -> statement.startsWith("INSERT INTO"));
  }

  @Test
  void tablesOfATopicGetFurtherOptions() {
    SqlScript script =
        script("CREATE TABLE t (a INT) WITH (", "  'topic' = 'rows',", "  'format' = 'json');");

    assertThat(script.withTopicOptions("rows", Map.of("sink.delivery-guarantee", "exactly-once")))
        .isEqualTo(
            script(
                "CREATE TABLE t (a INT) WITH (",
                "  'topic' = 'rows',",
                "  'sink.delivery-guarantee' = 'exactly-once',",
                "  'format' = 'json');"));
    assertThatThrownBy(() -> script.withTopicOptions("other", Map.of()))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("'topic' = 'other'");
  }

  @Test
  void knowsTheConsumerGroupOfATopic() {
    SqlScript script =
        script(
            "CREATE TABLE a (a INT) WITH ('topic' = 'one', 'format' = 'json');",
            "CREATE TABLE b (a INT) WITH ('topic' = 'two', 'properties.group.id' = 'readers');");

    assertThat(script.consumerGroup("two")).contains("readers");
    assertThat(script.consumerGroup("one")).isEmpty();
  }
}
