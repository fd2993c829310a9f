package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;

/**
 * How many records each key has had in the past: what {@code least-count} knows before the first
 * record comes (the paper's section 4.2.1).
 */
public final class KeyHistory implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ArrayList<Entry> entries = new ArrayList<>();

  /**
   * Adds a key; one that is there already gets the sum.
   *
   * @param key its columns in the order of the exchange's keys; it is copied
   * @param records 0 or more
   * @throws IllegalArgumentException if there are fewer than 0 records
   */
  public KeyHistory add(BinaryRowData key, long records) {
    if (records < 0) {
      throw new IllegalArgumentException(
          "A key cannot have had " + records + " records: its count must be 0 or more.");
    }
    entries.add(
        new Entry(
            BinarySegmentUtils.copyToBytes(
                key.getSegments(), key.getOffset(), key.getSizeInBytes()),
            records));
    return this;
  }

  /** Entries, not keys: a key may have been added more than once. */
  public int size() {
    return entries.size();
  }

  /** Hands on all entries, those with most records first; the key is the same object every time. */
  void forEachByRecords(ObjLongConsumer<BinaryRowData> action) {
    List<Entry> sorted = new ArrayList<>(entries);
    sorted.sort(Comparator.comparingLong((Entry entry) -> entry.records).reversed());
    BinaryRowData key = new BinaryRowData(0);
    for (Entry entry : sorted) {
      key.pointTo(MemorySegmentFactory.wrap(entry.key), 0, entry.key.length);
      action.accept(key, entry.records);
    }
  }

  private static final class Entry implements Serializable {

    private static final long serialVersionUID = 1L;

    final byte[] key;
    final long records;

    Entry(byte[] key, long records) {
      this.key = key;
      this.records = records;
    }
  }
}
