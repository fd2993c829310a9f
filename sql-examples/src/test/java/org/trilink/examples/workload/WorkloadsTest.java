/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WorkloadsTest {

  @Test
  void everyWorkloadIsFoundByItsName() {
    assertThat(Workloads.all())
        .isNotEmpty()
        .allSatisfy(workload -> assertThat(Workloads.byName(workload.name())).isSameAs(workload));
  }

  @Test
  void everyQueryIsFoundByItsNameAndHasItsScript() {
    for (Workload workload : Workloads.all()) {
      assertThat(workload.queries())
          .isNotEmpty()
          .allSatisfy(
              query -> {
                assertThat(workload.query(query.name())).isSameAs(query);
                assertThat(Path.of(workload.name(), query.name() + ".sql")).isRegularFile();
              });
      assertThat(workload.mainQuery()).isSameAs(workload.queries().get(0));
    }
  }

  @Test
  void anUnknownQueryIsAnsweredWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workloads.byName("low-voltage").query("sag"))
        .withMessage("low-voltage has no query 'sag'; its queries are: low-voltage, sustained-sag");
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workloads.byName("high-voltage"))
        .withMessage(
            "There is no workload 'high-voltage'; the workloads are: low-voltage, bridge, ysb,"
                + " long-ride");
  }
}
