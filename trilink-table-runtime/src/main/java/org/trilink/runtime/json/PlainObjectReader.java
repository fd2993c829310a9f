/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import static org.trilink.runtime.json.PlainScanner.NOT_PLAIN;

import java.io.Serializable;
import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.trilink.runtime.decode.RowFilter;

/**
 * Reads messages that are plain: an object with the same names in the same order as the message
 * that the reader was made of, without nested values, numbers of at most 18 digits (15 with a
 * fraction) without an exponent, and texts of ASCII characters without escapes. It takes bytes for
 * what they are: no tokens, no characters, no look-up of names. Any other message is left to the
 * decoder that can read all, so what is plain can be defined as narrowly as is simple. What is read
 * is exactly what that decoder reads.
 *
 * <p>What stands between two values (comma, name, colon and white space) is mostly the same in all
 * messages, too, and is compared as a whole. Where it is not, its parts are.
 *
 * <p>Texts are views of the message, which must not be changed any more.
 */
final class PlainObjectReader {

  /** A field of the message, in its place. */
  static final class Field implements Serializable {

    private static final long serialVersionUID = 1L;

    /** With quotes. */
    private final byte[] name;

    private final int index;
    private final PlainValue value;
    private final PlainValue ofDropped;
    private final boolean stored;
    private final boolean storedOfDropped;
    private final boolean tested;

    /**
     * @param name of ASCII characters that need no escape
     * @param index in the row; negative if it is not in it
     * @param value how it is taken, and whether it is stored
     * @param ofDropped the same for rows that are dropped
     * @param tested whether the filter needs it
     */
    Field(
        String name,
        int index,
        PlainValue value,
        boolean stored,
        PlainValue ofDropped,
        boolean storedOfDropped,
        boolean tested) {
      this.name = quoted(name);
      this.index = index;
      this.value = value;
      this.stored = stored;
      this.ofDropped = ofDropped;
      this.storedOfDropped = storedOfDropped;
      this.tested = tested;
    }

    /** A field of the message that the row does not have. */
    static Field unknown(String name) {
      return new Field(name, -1, PlainValue.SKIPPED, false, PlainValue.SKIPPED, false, false);
    }

    boolean canBePlain() {
      return value != PlainValue.NEVER && ofDropped != PlainValue.NEVER;
    }

    private static byte[] quoted(String name) {
      byte[] bytes = new byte[name.length() + 2];
      bytes[0] = '"';
      for (int i = 0; i < name.length(); i++) {
        bytes[i + 1] = (byte) name.charAt(i);
      }
      bytes[bytes.length - 1] = '"';
      return bytes;
    }

    /** Whether a name can be compared with bytes. */
    static boolean isPlain(String name) {
      for (int i = 0; i < name.length(); i++) {
        char c = name.charAt(i);
        if (c < ' ' || c >= MAX_ASCII || c == '"' || c == '\\') {
          return false;
        }
      }
      return true;
    }
  }

  private static final int MAX_ASCII = 0x7F;

  /** The maximum number of bytes between two values that are compared as a whole. */
  private static final int MAX_BETWEEN = 512;

  /** After so many other ones, what stands between values is learned anew. */
  private static final int MANY_OTHERS = 64;

  private final Field[] fields;
  private final ExpectedBytes[] names;

  /**
   * The bytes in front of each value, as in the message in which they were learned; null before.
   */
  private final ExpectedBytes[] inFront;

  private final int arity;
  @Nullable private final RowFilter filter;
  private final int tested;
  private final PlainScanner scanner;

  private int others;

  /**
   * @param fields in the order of the message, none of a row's fields twice
   * @param arity of the row
   * @param filter null if no rows are dropped
   * @param tested how many fields the filter needs; more than there are if there is none
   * @param dateTimeSeparator between a date and a time
   */
  PlainObjectReader(
      Field[] fields, int arity, @Nullable RowFilter filter, int tested, char dateTimeSeparator) {
    this.fields = fields;
    this.names = new ExpectedBytes[fields.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = new ExpectedBytes(fields[i].name);
    }
    this.inFront = new ExpectedBytes[fields.length];
    this.arity = arity;
    this.filter = filter;
    this.tested = tested;
    this.scanner = new PlainScanner(dateTimeSeparator);
  }

  /** Reads a message; null if it is not plain. */
  @Nullable
  GenericRowData read(byte[] message) {
    scanner.open(message);
    GenericRowData row = new GenericRowData(arity);
    int untested = tested;
    boolean dropped = false;
    int position = 0;
    for (int i = 0; i < fields.length; i++) {
      Field field = fields[i];
      ExpectedBytes expected = inFront[i];
      position =
          expected != null && scanner.isAt(position, expected)
              ? position + expected.length()
              : valueOf(i, message, position);
      if (position == NOT_PLAIN) {
        return null;
      }
      Object value = scanner.read(position, dropped ? field.ofDropped : field.value);
      position = scanner.next();
      if (position == NOT_PLAIN) {
        return null;
      }
      if (dropped ? field.storedOfDropped : field.stored) {
        row.setField(field.index, value);
      }
      if (field.tested && --untested == 0) {
        dropped = filter.drops(row);
      }
    }
    if (!scanner.isAt(scanner.behindSpace(position), '}')) {
      return null;
    }
    return dropped && !filter.emitsDropped() ? RowFilter.DROPPED : row;
  }

  /**
   * Where a field's value is.
   *
   * @param from behind the value before it
   * @return {@link PlainScanner#NOT_PLAIN} if another field is there
   */
  private int valueOf(int field, byte[] message, int from) {
    int separator = field == 0 ? from : scanner.behindSpace(from);
    if (!scanner.isAt(separator, field == 0 ? '{' : ',')) {
      return NOT_PLAIN;
    }
    int name = scanner.behindSpace(separator + 1);
    if (!scanner.isAt(name, names[field])) {
      return NOT_PLAIN;
    }
    int colon = scanner.behindSpace(name + names[field].length());
    if (!scanner.isAt(colon, ':')) {
      return NOT_PLAIN;
    }
    int value = scanner.behindSpace(colon + 1);
    learn(field, message, from, value);
    return value;
  }

  private void learn(int field, byte[] message, int from, int to) {
    if (inFront[field] != null && ++others % MANY_OTHERS != 0) {
      return;
    }
    if (to - from <= MAX_BETWEEN) {
      inFront[field] = new ExpectedBytes(Arrays.copyOfRange(message, from, to));
    }
  }
}
