/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The files that arguments of Flink's SQL Client name: it calls it a bug of its own if one is not
 * there.
 */
final class SqlClientFiles {

  private static final Set<String> FILES = Set.of("-f", "--file", "-i", "--init", "-j", "--jar");
  private static final Set<String> FOLDERS = Set.of("-l", "--library");

  private SqlClientFiles() {}

  /**
   * What is wrong with one of them, in a sentence that begins with the option; empty if nothing.
   */
  static Optional<String> mistake(List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i);
      int equals = option.indexOf('=');
      String name = equals < 0 ? option : option.substring(0, equals);
      if (FILES.contains(name) || FOLDERS.contains(name)) {
        if (equals < 0 && i + 1 == arguments.size()) {
          return Optional.of(name + " needs the name of a " + kind(name));
        }
        String value = equals < 0 ? arguments.get(++i) : option.substring(equals + 1);
        if (!isUsable(name, value)) {
          return Optional.of(
              "%s %s is not a %s that can be read".formatted(name, value, kind(name)));
        }
      }
    }
    return Optional.empty();
  }

  private static String kind(String option) {
    return FILES.contains(option) ? "file" : "folder";
  }

  private static boolean isUsable(String option, String value) {
    if (value.matches("\\w+:/.*")) {
      return true; // a URL, which the client fetches
    }
    try {
      Path path = Path.of(value);
      return Files.isReadable(path) && Files.isDirectory(path) == FOLDERS.contains(option);
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
