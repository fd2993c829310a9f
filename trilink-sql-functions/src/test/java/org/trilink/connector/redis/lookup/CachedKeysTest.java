/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.junit.jupiter.api.Test;

/** By which keys a partial cache finds its rows, and which of them it keeps. */
class CachedKeysTest {

  private final Asked asked = new Asked();

  private PartialCache cache(long maxRows) {
    return new PartialCache(
        asked,
        maxRows,
        Duration.ofSeconds(Long.MAX_VALUE),
        new LookupMetrics(new UnregisteredMetricsGroup()));
  }

  private static StringData text(String text) {
    return StringData.fromString(text);
  }

  @Test
  void keepsTextsOfItsOwn() throws Exception {
    PartialCache cache = cache(10);
    byte[] message = "[ann]".getBytes(UTF_8);
    cache.rows(new Object[] {BinaryStringData.fromBytes(message, 1, 3)});
    Arrays.fill(message, (byte) 'x');

    List<RowData> found = cache.rows(new Object[] {text("ann")});

    assertThat(found).singleElement().extracting(row -> row.getString(0)).hasToString("ann");
    assertThat(cache.rows(new Object[] {text("xxx")})).isNotEqualTo(found);
    assertThat(asked.keys).containsExactly("[ann]", "[xxx]");
  }

  @Test
  void comparesBytesByWhatIsInThem() throws Exception {
    PartialCache cache = cache(10);
    byte[] key = {1, 2};
    cache.rows(new Object[] {key, 7L});
    key[0] = 9;

    cache.rows(new Object[] {new byte[] {1, 2}, 7L});
    cache.rows(new Object[] {new byte[] {1, 2}, 8L});

    assertThat(asked.keys).containsExactly("[[1, 2], 7]", "[[1, 2], 8]");
  }

  @Test
  void evictsTheLongestUnused() throws Exception {
    PartialCache cache = cache(2);
    for (String key : List.of("a", "b", "a", "c", "a", "b")) {
      cache.rows(new Object[] {text(key)});
    }

    assertThat(asked.keys).containsExactly("[a]", "[b]", "[c]", "[b]");
  }

  @Test
  void countsRowsAndKeysWithoutRows() throws Exception {
    PartialCache cache = cache(4);
    for (String key : List.of("none", "two", "one", "none", "two", "one", "two too", "two too")) {
      cache.rows(new Object[] {text(key)});
    }
    cache.rows(new Object[] {text("none")}); // evicted

    assertThat(asked.keys).containsExactly("[none]", "[two]", "[one]", "[two too]", "[none]");
  }

  @Test
  void aKeyWithTooManyRowsIsNotCachedAndEvictsNoOther() throws Exception {
    PartialCache cache = cache(1);
    for (String key : List.of("one", "two", "one", "two", "one")) {
      cache.rows(new Object[] {text(key)});
    }

    assertThat(cache.rows(new Object[] {text("two")})).hasSize(2);
    assertThat(asked.keys).containsExactly("[one]", "[two]", "[two]", "[two]");
  }

  /** Knows which keys it was asked for; how many rows there are is in the key. */
  private static final class Asked implements Lookup {

    private final List<String> keys = new ArrayList<>();

    @Override
    public List<RowData> rows(Object[] asked) {
      String text = Arrays.deepToString(asked);
      keys.add(text);
      int rows = text.contains("none") ? 0 : text.contains("two") ? 2 : 1;
      return Collections.nCopies(rows, GenericRowData.of(asked[0]));
    }

    @Override
    public void close() {}
  }
}
