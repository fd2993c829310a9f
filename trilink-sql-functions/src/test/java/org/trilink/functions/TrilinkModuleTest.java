/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrilinkModuleTest {

  private static final List<String> FUNCTIONS =
      List.of(
          "APPROX_COUNT_DISTINCT",
          "APPROX_PERCENTILE",
          "KEY_GROUP",
          "KEY_WATERMARK",
          "LINEAR_TREND",
          "SUBTASK_OF");

  @Test
  void loadsByName() {
    SqlSession session = SqlSession.streaming();
    assertThat(session.rows("SHOW MODULES")).contains(Row.of("core"), Row.of("trilink"));
    assertThat(functionNames(session)).containsAll(FUNCTIONS);
    session.tables().executeSql("UNLOAD MODULE trilink");
    assertThat(functionNames(session)).doesNotContainAnyElementsOf(FUNCTIONS);
  }

  private static List<String> functionNames(SqlSession session) {
    return session.rows("SHOW FUNCTIONS").stream()
        .map(row -> row.<String>getFieldAs(0))
        .collect(Collectors.toList());
  }

  @Test
  void loadsInAProgram() {
    TableEnvironment tables =
        TableEnvironment.create(EnvironmentSettings.newInstance().inStreamingMode().build());
    tables.loadModule(TrilinkModule.NAME, new TrilinkModule());
    assertThat(tables.listFunctions()).containsAll(FUNCTIONS);
  }

  @Test
  void listsWhatItHas() {
    TrilinkModule module = new TrilinkModule();
    assertThat(module.listFunctions()).containsExactlyElementsOf(FUNCTIONS);
    assertThat(module.listFunctions())
        .allMatch(name -> module.getFunctionDefinition(name).isPresent());
    assertThat(module.getFunctionDefinition("key_Group")).isPresent();
    assertThat(module.getFunctionDefinition("MEDIAN")).isEmpty();
  }

  @Test
  void refusesOptions() {
    TableEnvironment tables =
        TableEnvironment.create(EnvironmentSettings.newInstance().inStreamingMode().build());
    assertThatThrownBy(() -> tables.executeSql("LOAD MODULE trilink WITH ('x'='y')"))
        .hasStackTraceContaining(
            "The module 'trilink' has no options, but WITH sets [x]; write LOAD MODULE trilink.");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void worksBeforeAndBehindCore(boolean isStreaming) {
    SqlSession session = SqlSession.of(isStreaming);
    String query = "SELECT APPROX_COUNT_DISTINCT(x) FROM (VALUES (1), (2), (2)) AS t(x)";
    assertThat(session.value(query)).isEqualTo(2L);
    session.tables().executeSql("USE MODULES trilink, core");
    assertThat(session.value(query)).isEqualTo(2L);
  }
}
