/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.util.FlinkException;

/** A topic does not exist, cannot be queried, or does not fit the job. */
public final class TopicException extends FlinkException {

  private static final long serialVersionUID = 1L;

  TopicException(String message) {
    super(message);
  }

  TopicException(String message, Throwable cause) {
    super(message, cause);
  }
}
