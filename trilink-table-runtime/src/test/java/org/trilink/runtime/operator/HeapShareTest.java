/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapShareTest {

  @Test
  void isEqualForAllThatHaveOne() {
    HeapShare first = new HeapShare();
    HeapShare second = new HeapShare();
    first.take();
    long alone = first.bytes();

    second.take();
    second.take(); // once is enough
    long withAnother = first.bytes();
    assertThat(withAnother).isLessThan(alone).isEqualTo(second.bytes());

    second.release();
    second.release();
    assertThat(first.bytes()).isEqualTo(alone);
    first.release();
  }

  @Test
  void isAPartOfTheHeap() {
    assertThat(new HeapShare().bytes()).isBetween(1L, Runtime.getRuntime().maxMemory() / 4);
  }
}
