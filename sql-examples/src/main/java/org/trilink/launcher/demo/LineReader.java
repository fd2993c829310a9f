/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The lines of a file as bytes, without line ends; empty lines are left out. */
final class LineReader implements Iterator<byte[]>, Closeable {

  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private byte[] next;

  LineReader(Path file) throws IOException {
    in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    next = readLine();
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public byte[] next() {
    if (next == null) {
      throw new NoSuchElementException();
    }
    byte[] current = next;
    next = readLine();
    return current;
  }

  /** The next line that is not empty, or null at the end. */
  private byte[] readLine() {
    line.reset();
    try {
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b != '\n' && b != '\r') {
          line.write(b);
        } else if (line.size() > 0) {
          return line.toByteArray();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.size() > 0 ? line.toByteArray() : null;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
