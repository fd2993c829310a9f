package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class TimerSetTest {

  private static final TimerSetSerializer<Long> SERIALIZER =
      new TimerSetSerializer<>(LongSerializer.INSTANCE);

  @Test
  void equalsPlainSetOverRandomChanges() {
    Random random = new Random(11);
    TimerSet<Long> timers = new TimerSet<>();
    Set<KeyTimer<Long>> model = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      KeyTimer<Long> timer = new KeyTimer<>(random.nextLong(-20, 20), random.nextLong(4));
      switch (random.nextInt(5)) {
        case 0, 1 -> assertThat(timers.add(timer)).isEqualTo(model.add(timer));
        case 2 -> assertThat(timers.remove(timer)).isEqualTo(model.remove(timer));
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
      assertThat(timers.earliest()).isEqualTo(earliest(model));
    }
  }

  @Test
  void survivesSerializationAndCopyUnchanged() throws IOException {
    TimerSet<Long> timers = new TimerSet<>();
    for (long time : new long[] {5, Long.MIN_VALUE, 5, Long.MAX_VALUE, -1}) {
      timers.add(new KeyTimer<>(time, 10L + timers.size()));
    }
    DataOutputSerializer output = new DataOutputSerializer(64);
    SERIALIZER.serialize(timers, output);
    DataOutputSerializer again = new DataOutputSerializer(64);
    SERIALIZER.copy(new DataInputDeserializer(output.getCopyOfBuffer()), again);
    TimerSet<Long> read =
        SERIALIZER.deserialize(new DataInputDeserializer(again.getCopyOfBuffer()));
    assertThat(all(read)).isEqualTo(all(timers)).hasSize(5);

    TimerSet<Long> copy = SERIALIZER.copy(timers);
    assertThat(timers.poll(0)).isNotNull();
    assertThat(all(copy)).isEqualTo(all(read)).isNotEqualTo(all(timers));
  }

  /** RocksDB keeps what it holds in the order of the bytes, taken without a sign. */
  @Test
  void timersOfOneKeySerializeInTheOrderOfTheirTimes() throws IOException {
    KeyTimerSerializer<Long> serializer = new KeyTimerSerializer<>(LongSerializer.INSTANCE);
    byte[] former = {};
    for (long time : new long[] {Long.MIN_VALUE, -256, -1, 0, 1, 255, 256, Long.MAX_VALUE}) {
      DataOutputSerializer output = new DataOutputSerializer(16);
      serializer.serialize(new KeyTimer<>(time, -time), output);
      byte[] bytes = output.getCopyOfBuffer();
      assertThat(Arrays.compareUnsigned(former, bytes)).isNegative();
      assertThat(serializer.deserialize(new DataInputDeserializer(bytes)))
          .isEqualTo(new KeyTimer<>(time, -time));
      former = bytes;
    }
  }

  private static List<KeyTimer<Long>> all(TimerSet<Long> timers) {
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
