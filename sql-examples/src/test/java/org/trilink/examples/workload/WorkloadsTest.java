package org.trilink.examples.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WorkloadsTest {

  @Test
  void everyWorkloadIsFoundByItsNameAndHasItsScript() {
    assertThat(Workloads.all())
        .isNotEmpty()
        .allSatisfy(
            workload -> {
              assertThat(Workloads.byName(workload.name())).isSameAs(workload);
              assertThat(Path.of(workload.name(), workload.name() + ".sql")).isRegularFile();
            });
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workloads.byName("high-voltage"))
        .withMessage("There is no workload 'high-voltage'; the workloads are: low-voltage");
  }
}
