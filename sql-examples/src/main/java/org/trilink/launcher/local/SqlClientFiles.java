/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The files and folders that arguments of Flink's SQL Client name. */
public final class SqlClientFiles {

  private static final Set<String> SCRIPTS = Set.of("-f", "--file", "-i", "--init");
  private static final Set<String> JARS = Set.of("-j", "--jar");
  private static final Set<String> FOLDERS = Set.of("-l", "--library");

  private SqlClientFiles() {}

  /**
   * @param at where the option stands among the arguments
   * @param value empty if there is none
   * @param inOne whether option and value are one argument, {@code --file=NAME}
   */
  private record Named(int at, String option, Optional<String> value, boolean inOne) {

    boolean isFolder() {
      return FOLDERS.contains(option);
    }

    String kind() {
      return isFolder() ? "folder" : "file";
    }

    /** In a URL, which the client fetches, it is nowhere here. */
    private boolean isHere() {
      return value.isPresent() && !value.get().matches("\\w+:/.*");
    }

    boolean isUsable() {
      try {
        if (!isHere()) {
          return true;
        }
        Path path = Path.of(value.get());
        return Files.isReadable(path) && Files.isDirectory(path) == isFolder();
      } catch (InvalidPathException e) {
        return false;
      }
    }

    void putInto(List<String> arguments, Path file) {
      if (inOne) {
        arguments.set(at, option + "=" + file);
      } else {
        arguments.set(at + 1, file.toString());
      }
    }
  }

  /**
   * Describes what is wrong with a file or folder in the arguments, which the client would call a
   * bug of its own, in a sentence that begins with the option; empty if nothing is.
   */
  public static Optional<String> mistake(List<String> arguments) {
    for (Named named : namedIn(arguments)) {
      if (named.value().isEmpty()) {
        return Optional.of(named.option() + " needs the name of a " + named.kind());
      }
      if (!named.isUsable()) {
        return Optional.of(
            "%s %s is not a %s that can be read"
                .formatted(named.option(), named.value().get(), named.kind()));
      }
    }
    return Optional.empty();
  }

  /** The arguments with other scripts in place of those that are files. */
  static List<String> withScripts(List<String> arguments, UnaryOperator<Path> other) {
    List<String> replaced = new ArrayList<>(arguments);
    for (Named named : namedIn(arguments)) {
      if (SCRIPTS.contains(named.option()) && named.isHere()) {
        named.putInto(replaced, other.apply(Path.of(named.value().get())));
      }
    }
    return replaced;
  }

  private static List<Named> namedIn(List<String> arguments) {
    List<Named> all = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String option = equals < 0 ? argument : argument.substring(0, equals);
      if (!SCRIPTS.contains(option) && !JARS.contains(option) && !FOLDERS.contains(option)) {
        continue;
      }
      if (equals >= 0) {
        all.add(new Named(i, option, Optional.of(argument.substring(equals + 1)), true));
      } else {
        Optional<String> value = arguments.stream().skip(i + 1).findFirst();
        all.add(new Named(i, option, value, false));
        i++;
      }
    }
    return all;
  }
}
