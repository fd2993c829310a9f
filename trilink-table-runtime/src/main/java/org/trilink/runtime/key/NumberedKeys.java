package org.trilink.runtime.key;

import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * Objects by key, for keys that have numbers; NULL is a key like any other.
 *
 * @param <V> what a key has
 */
public final class NumberedKeys<V> {

  private final KeyNumber ofRow;
  private final KeyNumber ofKey;
  private final LongMap<V> values = new LongMap<>();
  @Nullable private V ofNull;

  /**
   * Empty.
   *
   * @param ofRow the number of a record's key
   * @param ofKey the same number, of a key row
   */
  public NumberedKeys(KeyNumber ofRow, KeyNumber ofKey) {
    this.ofRow = ofRow;
    this.ofKey = ofKey;
  }

  /** What a record's key has; null if nothing. */
  @Nullable
  public V ofRecord(RowData row) {
    return get(ofRow, row);
  }

  /** What a key has; null if nothing. */
  @Nullable
  public V ofKey(RowData key) {
    return get(ofKey, key);
  }

  @Nullable
  private V get(KeyNumber number, RowData row) {
    return number.isNull(row) ? ofNull : values.get(number.of(row));
  }

  /**
   * Sets what a key has.
   *
   * @param value not null
   */
  public void put(RowData key, V value) {
    if (ofKey.isNull(key)) {
      ofNull = value;
    } else {
      values.put(ofKey.of(key), value);
    }
  }

  /** The key has nothing any more. */
  public void remove(RowData key) {
    if (ofKey.isNull(key)) {
      ofNull = null;
    } else {
      values.remove(ofKey.of(key));
    }
  }

  /** Shows what each key has, in no order. */
  public void forEach(Consumer<V> action) {
    if (ofNull != null) {
      action.accept(ofNull);
    }
    values.forEach(action);
  }

  /** No key has anything any more. */
  public void clear() {
    ofNull = null;
    values.clear();
  }
}
