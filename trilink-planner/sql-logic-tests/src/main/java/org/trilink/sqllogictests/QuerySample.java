/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Draws files and queries of them by a seed. Each folder of files has the same chance: those of the
 * tests of expressions alone are a third of all.
 */
final class QuerySample {

  /** From one file: enough to make up for parsing it. */
  private static final int QUERIES_OF_A_FILE = 12;

  private static final int LEVELS = 3;

  private final List<List<String>> folders;
  private final Random random;

  /**
   * Creates it.
   *
   * @param files the files there are
   * @param chosen what must be found in the name of a file
   * @throws IllegalArgumentException if it is found in none
   */
  QuerySample(Collection<String> files, Pattern chosen, long seed) {
    TreeMap<String, List<String>> byFolder = new TreeMap<>();
    for (String file : sorted(files)) {
      if (chosen.matcher(file).find()) {
        byFolder.computeIfAbsent(folder(file), name -> new ArrayList<>()).add(file);
      }
    }
    if (byFolder.isEmpty()) {
      throw new IllegalArgumentException(
          "No test file has '" + chosen + "' in its name. Files: " + sorted(files));
    }
    folders = List.copyOf(byFolder.values());
    random = new Random(seed);
  }

  // the library lists files in any order
  private static List<String> sorted(Collection<String> files) {
    return files.stream().sorted().toList();
  }

  /** The folder, such as test/index/random; below, tests differ by the size of their tables. */
  private static String folder(String file) {
    List<String> parts = List.of(file.split("/"));
    return String.join("/", parts.subList(0, Math.min(LEVELS, Math.max(1, parts.size() - 1))));
  }

  String nextFile() {
    List<String> folder = folders.get(random.nextInt(folders.size()));
    return folder.get(random.nextInt(folder.size()));
  }

  /**
   * Draws queries of a file.
   *
   * @param count how many it has
   * @return their numbers, from 0, in ascending order
   */
  List<Integer> nextQueries(int count) {
    return random
        .ints(0, Math.max(count, 1))
        .distinct()
        .limit(Math.min(count, QUERIES_OF_A_FILE))
        .sorted()
        .boxed()
        .toList();
  }
}
