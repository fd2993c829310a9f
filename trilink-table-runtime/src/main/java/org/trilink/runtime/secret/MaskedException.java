/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.secret;

import java.util.function.UnaryOperator;
import javax.annotation.Nullable;

/** Replaces an error whose message, or that of a cause, contains a secret. */
final class MaskedException extends Exception {

  private static final long serialVersionUID = 1L;

  private MaskedException(Throwable error, String message, @Nullable Throwable cause) {
    super(message, cause);
    setStackTrace(error.getStackTrace());
  }

  static Throwable of(Throwable error, UnaryOperator<String> mask) {
    return hasSecret(error, mask) ? masked(error, mask) : error;
  }

  private static boolean hasSecret(@Nullable Throwable error, UnaryOperator<String> mask) {
    if (error == null) {
      return false;
    }
    String text = String.valueOf(error.getMessage());
    if (!mask.apply(text).equals(text) || hasSecret(error.getCause(), mask)) {
      return true;
    }
    for (Throwable suppressed : error.getSuppressed()) {
      if (hasSecret(suppressed, mask)) {
        return true;
      }
    }
    return false;
  }

  @Nullable
  private static Throwable masked(@Nullable Throwable error, UnaryOperator<String> mask) {
    if (error == null) {
      return null;
    }
    // toString, as it includes the class of the original error
    MaskedException masked =
        new MaskedException(error, mask.apply(error.toString()), masked(error.getCause(), mask));
    for (Throwable suppressed : error.getSuppressed()) {
      masked.addSuppressed(masked(suppressed, mask));
    }
    return masked;
  }
}
