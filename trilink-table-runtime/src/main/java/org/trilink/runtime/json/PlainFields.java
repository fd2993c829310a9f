/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.trilink.runtime.decode.RowFilter;
import org.trilink.runtime.json.PlainObjectReader.Field;

/** The fields of a row as {@link PlainObjectReader} takes them, whatever their order is. */
final class PlainFields implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Field[] fields;
  private final boolean needsAll;
  @Nullable private final RowFilter filter;
  private final int tested;
  private final char dateTimeSeparator;

  /**
   * @param fields of the row, by index
   * @param needsAll whether a message must have all of them
   * @param filter null if no rows are dropped
   * @param tested how many fields the filter needs; more than there are if there is none
   * @param dateTimeSeparator between a date and a time
   */
  PlainFields(
      Field[] fields,
      boolean needsAll,
      @Nullable RowFilter filter,
      int tested,
      char dateTimeSeparator) {
    this.fields = fields;
    this.needsAll = needsAll;
    this.filter = filter;
    this.tested = tested;
    this.dateTimeSeparator = dateTimeSeparator;
  }

  /** A name of a message, and its field in the row, if it has one. */
  interface Name {

    String name();

    /** Negative if the row does not have it. */
    int index();
  }

  /** The reader of messages with these names in this order; null if they cannot be plain. */
  @Nullable
  PlainObjectReader inOrder(List<? extends Name> names) {
    Field[] inOrder = new Field[names.size()];
    Set<Integer> there = new HashSet<>();
    for (int i = 0; i < inOrder.length; i++) {
      Name name = names.get(i);
      if (!Field.isPlain(name.name())) {
        return null;
      }
      if (name.index() < 0) {
        inOrder[i] = Field.unknown(name.name());
      } else if (there.add(name.index())) {
        inOrder[i] = fields[name.index()];
      } else {
        return null; // the last one counts
      }
      if (!inOrder[i].canBePlain()) {
        return null;
      }
    }
    return inOrder.length == 0 || (needsAll && there.size() < fields.length)
        ? null
        : new PlainObjectReader(inOrder, fields.length, filter, tested, dateTimeSeparator);
  }
}
