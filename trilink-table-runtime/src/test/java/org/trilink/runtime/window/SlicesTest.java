/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that windows are made of the slices that Flink makes them of. */
class SlicesTest {

  private static final long LAST = 200;

  static Stream<WindowShape> shapes() {
    return Stream.of(
            WindowShape.tumble(10),
            WindowShape.hop(30, 10),
            WindowShape.hop(10, 10),
            WindowShape.cumulate(30, 10),
            WindowShape.cumulate(10, 10))
        .flatMap(shape -> Stream.of(shape, shape.withOffset(3), shape.withOffset(-4)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aRecordIsInFlinksSlice(WindowShape shape) {
    var flinks = shape.stockSlices(0).assigner();
    Slices slices = shape.localSlices();

    BinaryRowData row = new BinaryRowData(1);
    new BinaryRowWriter(row).complete();
    for (long time = -LAST; time <= LAST; time++) {
      row.setLong(0, time); // a TIMESTAMP(3) in binary form
      assertThat(slices.slice(time)).isEqualTo(flinks.assignSliceEnd(row, null));
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aSliceIsInFlinksWindows(WindowShape shape) {
    var flinks = shape.stockSlices(0).assigner();
    Slices slices = shape.localSlices();

    assertThat(slices.interval()).isEqualTo(flinks.getSliceEndInterval());
    assertThat(slices.areShared()).isEqualTo(shape.stockSlices(0).shared() != null);
    for (long end = slices.slice(-LAST); end <= LAST; end += slices.interval()) {
      assertThat(slices.lastWindow(end)).isEqualTo(flinks.getLastWindowEnd(end));
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aWindowMergesFlinksSlices(WindowShape shape) throws Exception {
    var flinks = shape.stockSlices(0).shared();
    if (flinks != null) {
      Slices slices = shape.localSlices();

      for (long window = slices.slice(-LAST); window <= LAST; window += slices.interval()) {
        List<Long> merged = newestFirst(slices, window);
        long target = slices.mergeTarget(window);
        flinks.mergeSlices(
            window,
            (flinksTarget, toBeMerged) -> {
              assertThat(target)
                  .isEqualTo(Objects.requireNonNullElse(flinksTarget, Slices.IN_MEMORY));
              assertThat(toBeMerged).containsExactlyElementsOf(merged);
            });
      }
    }
  }

  private static List<Long> newestFirst(Slices slices, long window) {
    List<Long> merged = new ArrayList<>();
    for (long end = window; end >= slices.oldestToMerge(window); end -= slices.interval()) {
      merged.add(end);
    }
    return merged;
  }

  @Test
  void groupByHopMergesTheOldestFirst() {
    assertThat(Slices.hop(30, 10, 0).areMergedOldestFirst()).isFalse();
    assertThat(Slices.hop(30, 10, 0).oldestFirst().areMergedOldestFirst()).isTrue();
    assertThat(Slices.hop(30, 10, 3).oldestFirst().slice(4)).isEqualTo(13);
  }

  @Test
  void lengthsThatDoNotFitAreRefused() {
    for (long[] lengths : Arrays.asList(new long[] {30, 20}, new long[] {0, 10}, new long[2])) {
      assertThatThrownBy(() -> Slices.hop(lengths[0], lengths[1], 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
