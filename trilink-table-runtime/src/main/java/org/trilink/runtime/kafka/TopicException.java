/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.util.FlinkException;

/** A topic is not there, cannot be asked for, or is not as the job needs it. */
public final class TopicException extends FlinkException {

  private static final long serialVersionUID = 1L;

  TopicException(String message) {
    super(message);
  }

  TopicException(String message, Throwable cause) {
    super(message, cause);
  }
}
