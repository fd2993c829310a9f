/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import javax.annotation.Nullable;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** A failure that a restart would only repeat, so that Flink does not restart the job. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class StoreRefusal extends StoreException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates it.
   *
   * @param cause null if the reason is only the content of the store
   */
  StoreRefusal(String message, @Nullable Throwable cause) {
    super(message, false, cause);
  }
}
