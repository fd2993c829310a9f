/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingRunnable;

/** A mailbox in front of another one; versions of Flink have further options for mails. */
public abstract class WrappedMailbox implements MailboxExecutor {

  protected final MailboxExecutor mailbox;

  protected WrappedMailbox(MailboxExecutor mailbox) {
    this.mailbox = mailbox;
  }

  @Override
  public abstract void execute(
      ThrowingRunnable<? extends Exception> command, String description, Object... arguments);

  @Override
  public final void execute(
      MailOptions options,
      ThrowingRunnable<? extends Exception> command,
      String description,
      Object... arguments) {
    execute(command, description, arguments);
  }

  @Override
  public boolean shouldInterrupt() {
    return mailbox.shouldInterrupt();
  }

  @Override
  public boolean tryYield() {
    return mailbox.tryYield();
  }
}
