/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class RootCauseTest {

  private static String printed(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  @Test
  void isTheInnermostCauseInOneLine() {
    Exception e =
        new IllegalStateException(
            "outer", new IllegalArgumentException("middle", new Exception("the\n  cause")));

    assertThat(RootCause.of(printed(e))).isEqualTo("java.lang.Exception: the cause");
  }

  @Test
  void isTheExceptionItselfIfItHasNoCause() {
    assertThat(RootCause.of(printed(new IllegalStateException("alone"))))
        .isEqualTo("java.lang.IllegalStateException: alone");
  }
}
