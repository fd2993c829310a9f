/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.move.balance.MonitorCommand.Kind;

class MonitorCommandTest {

  private static MonitorSettings changed(String json) {
    return MonitorCommand.parse(json).changed(MonitorSettings.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource(TargetStrategy.class)
  void aStrategyIsSetByItsName(TargetStrategy strategy) {
    MonitorCommand command = MonitorCommand.parse("{\"set\": \"" + strategy + "\"}");
    assertThat(command.kind()).isEqualTo(Kind.SET);
    assertThat(command.target()).isEqualTo(strategy);
  }

  @Test
  void settingsAreChanged() {
    assertThat(changed("{\"sample-rate\": 0.2}").sampleRate()).isEqualTo(0.2);
    assertThat(changed("{\"threshold\": 1}").balance().threshold()).isOne();
    assertThat(changed("{\"weights\": [20, 50, 30]}").weights()).containsExactly(20, 50, 30);
    assertThat(changed("{\"monitor\": \"off\"}").trigger()).isEqualTo(TriggerKind.OFF);
    MonitorSettings period = changed("{\"interval\": \"5 min\", \"monitor\": \"period\"}");
    assertThat(period.trigger()).isEqualTo(TriggerKind.PERIOD);
    assertThat(period.interval()).isEqualTo(Duration.ofMinutes(5));
    MonitorSettings count = changed("{\"monitor\": \"count\", \"records\": 5000000000}");
    assertThat(count.trigger()).isEqualTo(TriggerKind.COUNT);
    assertThat(count.records()).isEqualTo(5_000_000_000L);
  }

  @Test
  void othersSayWhatIsToBeDone() {
    assertThat(MonitorCommand.parse("{\"sync-now\": true}").kind()).isEqualTo(Kind.SYNC_NOW);
    assertThat(MonitorCommand.parse("{\"status\": true}").kind()).isEqualTo(Kind.STATUS);
    assertThat(MonitorCommand.parse("{\"freeze\": true}").freeze()).isTrue();
    assertThat(MonitorCommand.parse("{\"freeze\": false}").freeze()).isFalse();
  }

  @Test
  void asTextItIsTheSameCommand() {
    String json = "{\"monitor\":\"period\",\"interval\":\"5 min\"}";
    assertThat(MonitorCommand.parse(" " + json + "\n")).hasToString(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"sett\": \"auto\"} | Unknown command sett. Commands are 'set', 'monitor',",
        "{\"interval\": \"1 s\"} | The JSON object has no command. Commands are",
        "{} | The JSON object has no command.",
        "{\"set\": \"auto\", \"freeze\": true} | The JSON object must have one command, but has"
            + " 'set', 'freeze'",
        "{\"set\": \"best\"} | 'set' must be one of 'auto', 'least-count', 'hash', 'modulo', 'weight'",
        "{\"set\": \"HASH\"} | 'set' must be one of",
        "{\"set\": 1} | 'set' must be a string, such as \"auto\", but is 1.",
        "{\"set\": null} | 'set' must be a string",
        "{\"set\": \"least-key\"} | 'least-key' cannot be set while a job runs:",
        "{\"set\": \"auto\", \"records\": 1} | 'records' has an effect only with \"monitor\":"
            + " \"count\"",
        "{\"monitor\": \"count\", \"interval\": \"1 s\"} | 'interval' has an effect only with",
        "{\"monitor\": \"period\", \"interval\": \"soon\"} | 'interval' must be a duration",
        "{\"monitor\": \"period\", \"interval\": 5} | 'interval' must be a duration",
        "{\"monitor\": \"period\", \"interval\": \"100 us\"} | 'interval' must be a duration in whole",
        "{\"monitor\": \"period\", \"interval\": \"999999999 d\"} | 'interval' must be a duration",
        "{\"monitor\": \"period\", \"interval\": \"0 s\"} | The interval of the monitor must be 1 ms",
        "{\"monitor\": \"count\", \"records\": 0} | The number of records of the monitor must be 1",
        "{\"monitor\": \"count\", \"records\": 1.5} | 'records' must be a whole number",
        "{\"monitor\": \"count\", \"records\": 1e30} | 'records' must be a whole number",
        "{\"monitor\": \"on\"} | 'monitor' must be one of 'off', 'period', 'count', 'threshold'",
        "{\"threshold\": \"0.6\"} | 'threshold' must be a number, such as 0.5, but is \"0.6\".",
        "{\"threshold\": 0} | The threshold of the balance must be above 0, up to 1, but is 0.0.",
        "{\"threshold\": 1e999} | The threshold of the balance must be above 0, up to 1",
        "{\"sample-rate\": 1.5} | The sample rate of the monitor must be above 0, up to 1",
        "{\"weights\": [50, 49]} | The weights of the monitor must be 0 or more, 100 in all",
        "{\"weights\": [50.5, 49.5]} | 'weights' must be an array of whole numbers",
        "{\"weights\": [4294967396]} | 'weights' must be an array of whole numbers",
        "{\"weights\": \"50,50\"} | 'weights' must be an array of whole numbers",
        "{\"sync-now\": false} | 'sync-now' must be true, but is false.",
        "{\"status\": \"yes\"} | 'status' must be true or false, but is \"yes\".",
        "{\"freeze\": 1} | 'freeze' must be true or false, but is 1.",
      })
  void aWrongOneIsRefusedByNameAndWithTheRemedy(String json, String error) {
    assertThatThrownBy(() -> MonitorCommand.parse(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(error);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "set auto",
        "[]",
        "true",
        "{\"set\": \"auto\"",
        "{\"set\": \"auto\"} {\"freeze\": true}",
        "{\"freeze\": true, \"freeze\": false}",
        "{'set': 'auto'}",
        "{\"weights\": [[100]]}",
        "{\"threshold\": NaN}"
      })
  void whatIsNoJsonObjectIsRefused(String json) {
    assertThatThrownBy(() -> MonitorCommand.parse(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("A command must be one JSON object");
  }

  @Test
  void neitherDepthNorLengthDoesHarm() {
    for (String json : new String[] {"[".repeat(60_000), "{\"set\": \"" + "a".repeat(100_000)}) {
      assertThatThrownBy(() -> MonitorCommand.parse(json))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("A command must be one JSON object");
    }
  }

  @Test
  void anErrorIsOneShortLineWithoutSecrets() {
    assertThatThrownBy(() -> MonitorCommand.parse("{\"set\": \"" + "a".repeat(5_000) + "\"}"))
        .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(200));
    assertThatThrownBy(() -> MonitorCommand.parse("{\"a\\nWARN b\": 1}"))
        .hasMessageStartingWith("Unknown command a?WARN b. ");
    assertThatThrownBy(() -> MonitorCommand.parse("{\"set\": \"redis://u:hunter2@h\"}"))
        .satisfies(error -> assertThat(error.getMessage()).doesNotContain("hunter2"));
  }
}
