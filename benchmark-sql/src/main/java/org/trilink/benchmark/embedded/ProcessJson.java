/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/** Writes and reads what a benchmark and its processes tell each other: records as JSON. */
public final class ProcessJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ProcessJson() {}

  /** Prints a record for the process that reads the output: a line, behind the type's name. */
  public static void print(Object value) {
    System.out.println(mark(value.getClass()) + text(value));
  }

  /**
   * The records of a type that were printed so far, in their order.
   *
   * @param output of the process; an unfinished last line is left out
   */
  public static <T> List<T> printed(String output, Class<T> type) {
    return output
        .substring(0, output.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.startsWith(mark(type)))
        .map(line -> read(line.substring(mark(type).length()), type))
        .toList();
  }

  private static String mark(Class<?> type) {
    return type.getSimpleName() + ": ";
  }

  /** The file's text that tells a process a record. */
  public static String text(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers cannot fail to be written", e);
    }
  }

  /** The record in a text. */
  public static <T> T read(String text, Class<T> type) {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not a " + type.getSimpleName() + ": " + text, e);
    }
  }
}
