/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The next few of some lines, if there are so many; the others are left. */
final class FirstLines implements Iterator<byte[]> {

  private final Iterator<byte[]> lines;
  private long left;

  FirstLines(Iterator<byte[]> lines, long count) {
    this.lines = lines;
    this.left = count;
  }

  @Override
  public boolean hasNext() {
    return left > 0 && lines.hasNext();
  }

  @Override
  public byte[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    left--;
    return lines.next();
  }
}
