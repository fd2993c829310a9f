/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstLinesTest {

  private static final byte[] A = {'a'};
  private static final byte[] B = {'b'};
  private static final byte[] C = {'c'};

  @Test
  void leavesTheOthers() {
    Iterator<byte[]> lines = List.of(A, B, C).iterator();

    assertThat(new FirstLines(lines, 2)).toIterable().containsExactly(A, B);
    assertThat(lines).toIterable().containsExactly(C);
  }

  @Test
  void endsWithTheLines() {
    assertThat(new FirstLines(List.of(A).iterator(), 2)).toIterable().containsExactly(A);
  }

  @Test
  void mayBeNone() {
    assertThat(new FirstLines(List.of(A).iterator(), 0)).isExhausted();
  }
}
