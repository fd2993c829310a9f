/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceAware;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.flink.WrappedMailbox;

/**
 * Creates an operator whose waiting is a step of a simulation: where it waits for a mail, its
 * {@link Fiber} parks.
 */
public final class SteppedOperatorFactory
    implements OneInputStreamOperatorFactory<RowData, RowData>,
        YieldingOperatorFactory<RowData>,
        ProcessingTimeServiceAware {

  private static final long serialVersionUID = 1L;

  private final OneInputStreamOperatorFactory<RowData, RowData> factory;
  private transient int mails;

  /** Creates the operator of a factory. */
  public SteppedOperatorFactory(OneInputStreamOperatorFactory<RowData, RowData> factory) {
    this.factory = factory;
  }

  /** The number of mails that wait for the operator. */
  public int mails() {
    return mails;
  }

  @Override
  public void setMailboxExecutor(MailboxExecutor mailbox) {
    if (factory instanceof YieldingOperatorFactory<RowData> yielding) {
      yielding.setMailboxExecutor(new Mailbox(mailbox));
    }
  }

  @Override
  public void setProcessingTimeService(ProcessingTimeService service) {
    if (factory instanceof ProcessingTimeServiceAware aware) {
      aware.setProcessingTimeService(service);
    }
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    return factory.createStreamOperator(parameters);
  }

  @Override
  public void setChainingStrategy(ChainingStrategy strategy) {
    factory.setChainingStrategy(strategy);
  }

  @Override
  public ChainingStrategy getChainingStrategy() {
    return factory.getChainingStrategy();
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return factory.getStreamOperatorClass(classLoader);
  }

  /**
   * Parks instead of waiting; the simulation resumes it when there is a mail or a timer has fired.
   */
  private final class Mailbox extends WrappedMailbox {

    Mailbox(MailboxExecutor mailbox) {
      super(mailbox);
    }

    @Override
    public void execute(
        ThrowingRunnable<? extends Exception> command, String description, Object... arguments) {
      mailbox.execute(
          () -> {
            mails--;
            command.run();
          },
          description,
          arguments);
      mails++;
    }

    @Override
    public void yield() throws InterruptedException {
      Fiber.park();
      if (mails > 0) {
        mailbox.yield();
      }
    }
  }
}
