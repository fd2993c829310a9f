/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The remedies where records of a key come from several partitions, and so in any order: the same
 * words, in the same order, in advice on a statement and in advice on a running job.
 */
public final class Remedies {

  /** The best one: then each key's records come in one sequence. */
  public static final String RECORD_KEYS =
      "record keys: 'key.format' and 'key.fields' in the table's DDL, and the topic written by that"
          + " table (INSERT INTO)";

  /** Where the plan shows record keys that the topic was not written by. */
  public static final String ANY_ORDER =
      "where the table declares record keys that the topic was not written by:"
          + " 'watermark.order'='any'";

  /** The next one. */
  public static final String DELAY =
      "until then a 'watermark.delay' as long as a key's records are out of order, by which all"
          + " results come later";

  private Remedies() {}

  /** The best one first. */
  public static List<String> ofKeysOutOfOrder() {
    return Collections.unmodifiableList(Arrays.asList(RECORD_KEYS, DELAY));
  }

  /**
   * The lines of a table's DDL.
   *
   * @param format of the record key
   */
  static String lines(String format, List<String> columns) {
    return String.format(
        "'key.format' = '%s',\n'key.fields' = '%s',", format, String.join(";", columns));
  }
}
