/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.control;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.util.concurrent.ExponentialBackoffRetryStrategy;
import org.apache.flink.util.concurrent.RetryStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.operator.LimitedWarnings;
import org.trilink.runtime.redis.JedisClients;
import org.trilink.runtime.redis.RedisFailures;
import org.trilink.runtime.secret.Secrets;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;

/**
 * Receives commands on a channel of a Redis server and publishes the status on another channel,
 * whose name ends with {@value #STATUS}. Each has a thread and a connection of its own, so that no
 * caller waits for the server. If an address has never been connected to, and cannot be reached,
 * the job fails. If the connection is lost later, or the job restored while the server is away, the
 * job continues and the connection is retried.
 */
public final class ControlChannel implements AutoCloseable {

  static final String STATUS = ".status";

  private static final Logger LOG = LoggerFactory.getLogger(ControlChannel.class);

  private static final int TIMEOUT_MILLIS = 5_000;

  /** Between two attempts to connect. */
  private static final RetryStrategy PAUSES =
      new ExponentialBackoffRetryStrategy(
          Integer.MAX_VALUE, Duration.ofMillis(500), Duration.ofSeconds(10));

  /** A connection on which nothing was published for this long is checked, in ms. */
  private static final long IDLE = 10_000;

  /** The maximum number of messages that wait to be published; beyond it the oldest is dropped. */
  private static final int MAX_WAITING = 100;

  private final String address;
  private final URI uri;
  private final String name;
  private final Supplier<String> status;
  private final Consumer<String> commands;
  private final Consumer<String> failJob;
  private final Thread listener;
  private final Thread publisher;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MAX_WAITING);

  /** The connection that receives commands; null while there is none. */
  @Nullable private volatile Jedis subscription;

  /** The connection that publishes the status; null while nothing can be published. */
  @Nullable private volatile Jedis publication;

  private volatile boolean hasBeenConnected;

  // of the listener's thread

  private final LimitedWarnings warnings = new LimitedWarnings(LOG::warn);

  private boolean warned;
  private RetryStrategy pauses = PAUSES;

  /**
   * A channel that is not connected before {@link #start}.
   *
   * @param address {@code redis://[[user]:password@]host:port/channel}
   * @param name of the operator, for the log
   * @param status returns the text to publish when a connection is opened
   * @param commands receives all commands, valid or not
   * @param failJob fails the job, with the reason, without secrets
   */
  public ControlChannel(
      String address,
      String name,
      Supplier<String> status,
      Consumer<String> commands,
      Consumer<String> failJob) {
    this.address = address;
    this.uri = URI.create(address);
    this.name = name;
    this.status = status;
    this.commands = commands;
    this.failJob = failJob;
    listener = daemon(this::listen, "trilink-control-listener");
    publisher = daemon(this::publishAll, "trilink-control-publisher");
  }

  private static Thread daemon(Runnable work, String threadName) {
    Thread thread = new Thread(work, threadName);
    thread.setDaemon(true);
    return thread;
  }

  /** Whether the job has been connected to this address, so that it is right. */
  public boolean hasBeenConnected() {
    return hasBeenConnected;
  }

  /** The job has been connected to this address before it was restored. */
  public void setHasBeenConnected() {
    hasBeenConnected = true;
  }

  /** Starts connecting. */
  public void start() {
    listener.start();
    publisher.start();
  }

  /** Publishes a text as soon as possible; never blocks. */
  public void publish(String text) {
    while (!waiting.offer(text)) {
      waiting.poll();
    }
  }

  /** Lets the threads end, and ignores what fails from now on; does not wait. */
  public void stop() {
    closed.countDown();
    listener.interrupt();
    publisher.interrupt();
  }

  /** Closes the connections; does not wait for the threads to end. */
  @Override
  public void close() {
    stop();
    disconnect();
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Where commands come from, without the password. */
  @Override
  public String toString() {
    return Secrets.maskAddress(address);
  }

  // ------------------------------------------------------------------------------- the listener

  private void listen() {
    while (!isClosed()) {
      try (Jedis subscriber = connect();
          Jedis statusPublisher = connect()) {
        subscription = subscriber;
        if (!isClosed()) {
          subscriber.subscribe(new Subscription(statusPublisher), channel());
        }
      } catch (RuntimeException e) {
        tell(e);
      }
      disconnect();
      warnings.tick();
      awaitNextAttempt();
    }
    warnings.flush();
  }

  /** Receives the messages of the channel. */
  private final class Subscription extends JedisPubSub {

    private final Jedis statusPublisher;

    Subscription(Jedis statusPublisher) {
      this.statusPublisher = statusPublisher;
    }

    @Override
    public void onSubscribe(String channel, int channels) {
      statusPublisher.publish(channel() + STATUS, status.get());
      publication = statusPublisher;
      pauses = PAUSES;
      hasBeenConnected = true;
      if (!warnings.isWithholding()) {
        LOG.info(
            "{}: takes commands {}from {}, and publishes its state on '{}{}'.",
            name,
            warned ? "again " : "",
            ControlChannel.this,
            channel(),
            STATUS);
      }
      warned = false;
    }

    @Override
    public void onMessage(String channel, String message) {
      commands.accept(message);
    }
  }

  private void tell(RuntimeException e) {
    if (isClosed()) {
      return;
    }
    String problem = Secrets.mask(RedisFailures.messages(e), Secrets.inAddress(address));
    if (!hasBeenConnected) {
      failJob.accept(
          String.format(
              "'partition.control': %s cannot be used: %s. Start the server, or correct the address,"
                  + " or leave the option out. The user must be allowed to SUBSCRIBE to '%s' and to"
                  + " PUBLISH on '%s%s'.",
              this, problem, channel(), channel(), STATUS));
    } else if (!warned) {
      warned = true;
      warnings.add(
          String.format(
              "%s: there is no connection to %s: %s. The job continues with its current settings"
                  + " and tries to connect again.",
              name, this, problem));
    }
  }

  private void awaitNextAttempt() {
    try {
      closed.await(pauses.getRetryDelay().toMillis(), TimeUnit.MILLISECONDS);
      pauses = pauses.getNextRetryStrategy();
    } catch (InterruptedException e) {
      // it is closed
      Thread.currentThread().interrupt();
    }
  }

  // ------------------------------------------------------------------------------ the publisher

  private void publishAll() {
    try {
      while (!isClosed()) {
        String next = waiting.poll(IDLE, TimeUnit.MILLISECONDS);
        Jedis to = publication;
        if (to != null) {
          publish(to, next);
        }
      }
    } catch (InterruptedException e) {
      // it is closed
      Thread.currentThread().interrupt();
    }
  }

  /** If this fails, the listener may be waiting for a server that is gone. */
  private void publish(Jedis to, @Nullable String next) {
    try {
      if (next == null) {
        to.ping();
      } else {
        to.publish(channel() + STATUS, next);
      }
    } catch (RuntimeException e) {
      LOG.debug("{}: cannot publish on '{}{}'.", name, channel(), STATUS);
      if (publication == to) { // otherwise the listener has already reconnected
        disconnect();
      }
    }
  }

  // -------------------------------------------------------------------------------- connections

  private Jedis connect() {
    return JedisClients.of(uri, 0, TIMEOUT_MILLIS);
  }

  private String channel() {
    return uri.getPath().substring(1);
  }

  private void disconnect() {
    disconnect(subscription);
    disconnect(publication);
    subscription = null;
    publication = null;
  }

  private static void disconnect(@Nullable Jedis jedis) {
    if (jedis != null) {
      try {
        jedis.close();
      } catch (RuntimeException e) {
        LOG.debug("A connection that is closed was broken.");
      }
    }
  }
}
