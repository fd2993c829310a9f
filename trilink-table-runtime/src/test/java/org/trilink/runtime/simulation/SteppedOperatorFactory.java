/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceAware;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * Creates an operator whose waiting and whose other threads are steps of a simulation: where it
 * waits for a mail, its {@link Fiber} parks, and what it wants to run in the task's thread pool is
 * handed to the simulation.
 */
public final class SteppedOperatorFactory
    implements OneInputStreamOperatorFactory<RowData, RowData>,
        YieldingOperatorFactory<RowData>,
        ProcessingTimeServiceAware {

  private static final long serialVersionUID = 1L;

  private final OneInputStreamOperatorFactory<RowData, RowData> factory;
  private final transient Deque<Runnable> work = new ArrayDeque<>();
  private transient int mails;

  /** Creates the operator of a factory. */
  public SteppedOperatorFactory(OneInputStreamOperatorFactory<RowData, RowData> factory) {
    this.factory = factory;
  }

  /**
   * Returns the actions that the operator wants to run in other threads, in order; the caller
   * removes them.
   */
  public Deque<Runnable> work() {
    return work;
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
    replaceThreadPool(parameters.getContainingTask());
    return factory.createStreamOperator(parameters);
  }

  private void replaceThreadPool(StreamTask<?, ?> task) {
    try {
      Field pool = StreamTask.class.getDeclaredField("asyncOperationsThreadPool");
      pool.setAccessible(true);
      pool.set(task, new Pool());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Flink's task has no thread pool of this name.", e);
    }
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
  private final class Mailbox implements MailboxExecutor {

    private final MailboxExecutor mailbox;

    Mailbox(MailboxExecutor mailbox) {
      this.mailbox = mailbox;
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

    @Override
    public boolean tryYield() {
      return mailbox.tryYield();
    }
  }

  /** Keeps what is to be run. */
  private final class Pool extends AbstractExecutorService {

    @Override
    public void execute(Runnable command) {
      work.add(command);
    }

    @Override
    public void shutdown() {
      work.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
      work.clear();
      return Collections.emptyList();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return true;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
