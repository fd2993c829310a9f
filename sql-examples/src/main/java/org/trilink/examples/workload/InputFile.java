/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;

/** A file of input lines. */
public final class InputFile {

  /** A charset in which a line has the bytes that it has in the file. */
  private static final Charset AS_IT_IS = StandardCharsets.ISO_8859_1;

  private InputFile() {}

  /**
   * Reads its lines as bytes, without line ends; empty lines are left out.
   *
   * @param reader gets the lines, which it must not keep
   * @return what the reader returns
   */
  public static <T> T read(Path file, Function<Stream<byte[]>, T> reader) throws IOException {
    try (Stream<String> lines = Files.lines(file, AS_IT_IS)) {
      return reader.apply(
          lines.filter(line -> !line.isEmpty()).map(line -> line.getBytes(AS_IT_IS)));
    }
  }
}
