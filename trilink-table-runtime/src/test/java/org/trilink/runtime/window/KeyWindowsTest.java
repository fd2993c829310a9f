package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;

class KeyWindowsTest {

  @Test
  void startsWithNothing() {
    KeyWindows windows = new KeyWindows();
    assertThat(windows.isEmpty()).isTrue();
    assertThat(windows.find(10)).isEqualTo(-1);
    assertThat(windows.nextWindowEnd).isEqualTo(KeyWindows.NONE);
    assertThat(windows.timer).isEqualTo(KeyWindows.NONE);
  }

  @Test
  void behavesAsASortedMap() {
    Random random = new Random(1);
    TreeMap<Long, RowData> expected = new TreeMap<>();
    KeyWindows windows = new KeyWindows();
    for (int i = 0; i < 5_000; i++) {
      // beyond the Longs that the JVM caches, where == on boxed values would fail
      long end = 1_000_000_000_000L + random.nextInt(40) * 10L;
      int index = windows.find(end);
      if (expected.containsKey(end)) {
        assertThat(windows.accumulator(index)).isSameAs(expected.remove(end));
        windows.remove(index);
      } else {
        assertThat(index).isEqualTo(-expected.headMap(end).size() - 1);
        RowData accumulator = GenericRowData.of(end, i);
        windows.insert(-index - 1, end);
        windows.setAccumulator(-index - 1, accumulator);
        expected.put(end, accumulator);
      }
      assertThat(ends(windows)).containsExactlyElementsOf(expected.keySet());
    }
  }

  private static List<Long> ends(KeyWindows windows) {
    List<Long> ends = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      ends.add(windows.end(i));
    }
    return ends;
  }
}
