/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerRunTest {

  private static final TimerRunSerializer<Long> SERIALIZER =
      new TimerRunSerializer<>(LongSerializer.INSTANCE);

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void equalsPlainSetOverRandomChanges(int namespaces) {
    Random random = new Random(11);
    TimerRun<Long> timers = new TimerRun<>();
    Set<KeyTimer<Long>> model = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      KeyTimer<Long> timer = new KeyTimer<>(random.nextLong(-20, 20), random.nextLong(namespaces));
      switch (random.nextInt(5)) {
        case 0, 1 ->
            assertThat(timers.add(timer.time(), timer.namespace())).isEqualTo(model.add(timer));
        case 2 ->
            assertThat(timers.remove(timer.time(), timer.namespace()))
                .isEqualTo(model.remove(timer));
        default -> {
          KeyTimer<Long> due = timers.poll(timer.time());
          if (due == null) {
            assertThat(model).allMatch(waiting -> waiting.time() > timer.time());
          } else {
            assertThat(due.time()).isEqualTo(earliest(model));
            assertThat(model.remove(due)).isTrue();
          }
        }
      }
      assertThat(timers.size()).isEqualTo(model.size());
      assertThat(timers.isEmpty() ? KeyTime.NO_TIMER : timers.earliest())
          .isEqualTo(earliest(model));
    }
  }

  @Test
  void survivesSerializationAndCopyUnchanged() throws IOException {
    TimerRun<Long> timers = new TimerRun<>();
    for (long time : new long[] {5, Long.MIN_VALUE, 5, Long.MAX_VALUE, -1}) {
      timers.add(time, 10L + timers.size());
    }
    DataOutputSerializer output = new DataOutputSerializer(64);
    SERIALIZER.serialize(timers, output);
    DataOutputSerializer again = new DataOutputSerializer(64);
    SERIALIZER.copy(new DataInputDeserializer(output.getCopyOfBuffer()), again);
    TimerRun<Long> read =
        SERIALIZER.deserialize(new DataInputDeserializer(again.getCopyOfBuffer()));
    assertThat(all(read)).isEqualTo(all(timers)).hasSize(5);

    TimerRun<Long> copy = SERIALIZER.copy(timers);
    assertThat(timers.poll(0)).isNotNull();
    assertThat(all(copy)).isEqualTo(all(read)).isNotEqualTo(all(timers));
  }

  @Test
  void splitsBetweenTimes() {
    TimerRun<Long> timers = new TimerRun<>();
    for (long i = 0; i < 10; i++) {
      timers.add(Long.MIN_VALUE, i);
    }
    assertThat(timers.split()).isNull();
    timers.add(7, 0L);
    TimerRun<Long> later = timers.split();
    assertThat(all(later)).containsExactly(new KeyTimer<>(7, 0L));
    for (long i = 0; i < 10; i++) {
      later.add(8, i);
    }
    assertThat(all(later.split())).hasSize(10);
    assertThat(timers.size()).isEqualTo(10);
    assertThat(later.size()).isEqualTo(1);
  }

  private static List<KeyTimer<Long>> all(TimerRun<Long> timers) {
    List<KeyTimer<Long>> all = new ArrayList<>();
    timers.forEach((namespace, time) -> all.add(new KeyTimer<>(time, namespace)));
    return all;
  }

  private static long earliest(Set<KeyTimer<Long>> timers) {
    return timers.stream()
        .map(KeyTimer::time)
        .min(Comparator.naturalOrder())
        .orElse(KeyTime.NO_TIMER);
  }
}
