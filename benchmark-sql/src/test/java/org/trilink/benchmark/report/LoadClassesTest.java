/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadClassesTest {

  @Test
  void aBoundBelongsToTheClassBelowIt() {
    List<Long> loads = new ArrayList<>(List.of(126L, 127L, 157L, 158L, 277L, 278L));
    loads.add(10_000L - loads.stream().mapToLong(Long::longValue).sum());

    assertThat(new LoadClasses(loads).counts()).containsExactly(1, 2, 1, 0, 0, 1, 2);
    assertThat(LoadClasses.names()).hasSize(7).startsWith("< 1.27", "1.27–1.57");
  }

  @Test
  void measuresAreThePapers() {
    LoadClasses classes = new LoadClasses(List.of(10L, 20L, 30L));

    assertThat(classes.excess()).isEqualTo(2, within(1e-9));
    assertThat(classes.extraComputeTime()).isEqualTo(0.5, within(1e-9));
  }
}
