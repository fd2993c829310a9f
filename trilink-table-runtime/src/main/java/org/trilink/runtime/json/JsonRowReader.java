/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.io.SerializedString;
import org.apache.flink.table.data.GenericRowData;
import org.trilink.runtime.decode.RowFilter;
import org.trilink.runtime.decode.UndecidedException;

/**
 * Reads an object into a row, in one pass. As soon as all fields of the filter are decoded, the
 * filter is evaluated. If the row will be dropped, only those of the remaining fields are decoded
 * that are read of dropped rows, too, and the row is {@link RowFilter#DROPPED} if nobody needs it.
 * So rows that pass the filter need no second pass; fields before those of the filter are always
 * decoded. If a field of the filter occurs again later, or any field in a message whose own decoder
 * does not just take the last occurrence, the message falls back to flink-json.
 *
 * <p>Messages of one source mostly have the same fields in the same order. So a name at the same
 * position as in the previous message is only compared, byte by byte, not decoded and looked up.
 * For this at most {@link #MAX_EXPECTED} names are kept, none of them long, and only those that can
 * be compared with bytes.
 */
final class JsonRowReader implements FieldReader {

  private static final long serialVersionUID = 1L;

  /** The maximum number of expected names. */
  private static final int MAX_EXPECTED = 256;

  /** The maximum length in characters of an expected name that is not in the table. */
  static final int MAX_EXPECTED_LENGTH = 256;

  private static final int NO_FIELD = -1;

  private final String[] names;
  private final FieldReader[] readers;
  private final FieldReader[] ofDropped;
  private final FieldReader skipped;
  private final boolean failOnMissingField;
  private final boolean lastCounts;
  @Nullable private final RowFilter filter;

  /** The fields of plain messages; null for rows within rows. */
  @Nullable private final PlainFields plainFields;

  /**
   * The number of fields that the filter tests; more than there are fields if there is no filter.
   */
  private final int tested;

  private transient Map<String, Field> fields;
  private transient Field[] expected;
  private transient Field unknown;
  private transient long lookedUp;
  private transient int lastNames;

  /** The number of the last row that had the field. */
  private transient int[] seenIn;

  private transient int rows;

  /**
   * @param names of the fields
   * @param readers one per field; {@code skipped} for a field that is not read and whose value is
   *     not checked
   * @param ofDropped the same for the fields of dropped rows
   * @param skipped for fields that are not in the row
   * @param failOnMissingField whether a message must have all fields
   * @param lastCounts whether the last of several fields of the same name counts; if not, it is not
   *     known which one does
   * @param filter null if rows are not dropped
   * @param plainFields the same as plain messages have them; null for rows within rows
   */
  JsonRowReader(
      String[] names,
      FieldReader[] readers,
      FieldReader[] ofDropped,
      FieldReader skipped,
      boolean failOnMissingField,
      boolean lastCounts,
      @Nullable RowFilter filter,
      @Nullable PlainFields plainFields) {
    this.names = names;
    this.readers = readers;
    this.ofDropped = ofDropped;
    this.skipped = skipped;
    this.failOnMissingField = failOnMissingField;
    this.lastCounts = lastCounts;
    this.filter = filter;
    this.plainFields = plainFields;
    this.tested = RowFilter.testedCount(filter, names.length);
  }

  /** A name, with the reader of the value that follows it. */
  private static final class Field implements PlainFields.Name {

    final SerializedString name;
    final int index;
    final FieldReader reader;
    final FieldReader ofDropped;

    /** Whether the filter tests the field. */
    final boolean tested;

    /** Whether the name can be compared with bytes. */
    final boolean comparable;

    Field(String name, int index, FieldReader reader, FieldReader ofDropped, boolean tested) {
      this.name = new SerializedString(name);
      this.index = index;
      this.reader = reader;
      this.ofDropped = ofDropped;
      this.tested = tested;
      this.comparable = isUnicode(name);
    }

    @Override
    public String name() {
      return name.getValue();
    }

    @Override
    public int index() {
      return index;
    }

    /**
     * Whether the name can be encoded in UTF-8: an unpaired surrogate, which JSON can contain,
     * cannot.
     */
    private static boolean isUnicode(String name) {
      for (int i = 0; i < name.length(); i++) {
        if (Character.isSurrogate(name.charAt(i))) {
          if (i + 1 == name.length()
              || !Character.isSurrogatePair(name.charAt(i), name.charAt(i + 1))) {
            return false;
          }
          i++;
        }
      }
      return true;
    }
  }

  @Override
  public Object read(JsonParser parser, JsonToken token) throws IOException {
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.START_OBJECT) {
      throw new UndecidedException();
    }
    return readObject(parser);
  }

  /** Reads the object whose first token is the current one. */
  GenericRowData readObject(JsonParser parser) throws IOException {
    if (fields == null) {
      prepare();
    }
    GenericRowData row = new GenericRowData(names.length);
    rows++;
    int missing = names.length;
    int untested = tested;
    boolean dropped = false;
    int position = 0;
    for (Field field = next(parser, 0); field != null; field = next(parser, ++position)) {
      FieldReader reader = dropped ? field.ofDropped : field.reader;
      Object value = reader.read(parser, parser.nextToken());
      if (field.index != NO_FIELD) {
        row.setField(field.index, value);
        if (seenIn[field.index] != rows) {
          seenIn[field.index] = rows;
          missing--;
          if (field.tested && --untested == 0) {
            dropped = filter.drops(row);
          }
        } else if (!lastCounts || (dropped && field.tested)) {
          throw new UndecidedException();
        }
      }
    }
    lastNames = position;
    if (failOnMissingField && missing > 0) {
      throw new UndecidedException();
    }
    return dropped && !filter.emitsDropped() ? RowFilter.DROPPED : row;
  }

  private void prepare() {
    fields = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      boolean isTested = filter != null && filter.isOn(i);
      fields.put(names[i], new Field(names[i], i, readers[i], ofDropped[i], isTested));
    }
    expected = new Field[0];
    unknown = new Field("", NO_FIELD, skipped, skipped, false);
    seenIn = new int[names.length];
  }

  /**
   * The field of the next name, the {@code position}-th of the object; null at the object's end.
   */
  private Field next(JsonParser parser, int position) throws IOException {
    if (position < expected.length && expected[position] != null) {
      if (parser.nextFieldName(expected[position].name)) {
        return expected[position];
      }
    } else {
      parser.nextToken();
    }
    if (parser.currentToken() == JsonToken.END_OBJECT) {
      return null;
    }
    lookedUp++;
    String name = parser.getCurrentName();
    Field field = fields.get(name);
    if (position >= MAX_EXPECTED) {
      return field == null ? unknown : field;
    }
    if (field == null && name.length() <= MAX_EXPECTED_LENGTH) {
      field = new Field(name, NO_FIELD, skipped, skipped, false);
    }
    expect(position, field);
    return field == null ? unknown : field;
  }

  private void expect(int position, @Nullable Field field) {
    if (position >= expected.length) {
      expected = Arrays.copyOf(expected, position + 1);
    }
    expected[position] = field != null && field.comparable ? field : null;
  }

  /**
   * How many names were not at the same position as in the previous object, and so were looked up.
   */
  long lookedUp() {
    return lookedUp;
  }

  /** How many names the last object had. */
  int lastNames() {
    return lastNames;
  }

  /** A reader of objects like the last one, if they are plain; null if they cannot be. */
  @Nullable
  PlainObjectReader plain() {
    List<Field> last = Arrays.asList(expected).subList(0, Math.min(lastNames, expected.length));
    return last.size() < lastNames || last.contains(null) ? null : plainFields.inOrder(last);
  }

  /** The names that the next object is expected to have. */
  List<String> expected() {
    List<String> expectedNames = new ArrayList<>();
    for (Field field : expected) {
      if (field != null) {
        expectedNames.add(field.name.getValue());
      }
    }
    return expectedNames;
  }
}
