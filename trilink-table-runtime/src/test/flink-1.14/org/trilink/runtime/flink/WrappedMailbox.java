/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.api.common.operators.MailboxExecutor;

/** A mailbox in front of another one; versions of Flink have further options for mails. */
public abstract class WrappedMailbox implements MailboxExecutor {

  protected final MailboxExecutor mailbox;

  protected WrappedMailbox(MailboxExecutor mailbox) {
    this.mailbox = mailbox;
  }

  @Override
  public boolean tryYield() {
    return mailbox.tryYield();
  }
}
