/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.util.ArrayList;
import java.util.List;

/** An area of the store with contents that are not part of the result yet. */
public final class StagedArea {

  private static final String SEPARATOR = ",";

  private final String name;
  private final int size;

  /**
   * Creates it.
   *
   * @param name of letters and digits
   * @param size how many contents are in it, from 0 on
   */
  public StagedArea(String name, int size) {
    this.name = name;
    this.size = size;
  }

  public String name() {
    return name;
  }

  public int size() {
    return size;
  }

  static StagedArea parse(String text) {
    int separator = text.indexOf(':');
    return new StagedArea(
        text.substring(0, separator), Integer.parseInt(text.substring(separator + 1)));
  }

  static String print(List<StagedArea> areas) {
    List<String> texts = new ArrayList<>();
    areas.forEach(area -> texts.add(area.toString()));
    return String.join(SEPARATOR, texts);
  }

  static List<StagedArea> parseAll(String text) {
    List<StagedArea> areas = new ArrayList<>();
    for (String area : text.split(SEPARATOR, -1)) {
      areas.add(parse(area));
    }
    return areas;
  }

  @Override
  public String toString() {
    return name + ":" + size;
  }
}
