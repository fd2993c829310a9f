/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.TemporaryClassLoaderContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics of a table, with a request for their partitions to the broker. Kafka's classes are
 * used by reflection: Flink has two jars of its Kafka connector, and in one of them these classes
 * are relocated.
 */
public final class KafkaTopics implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(KafkaTopics.class);

  private static final int MAX_PORT = 65_535;

  /** Host and port. */
  private static final Pattern SERVER = Pattern.compile("\\[?([^\\[\\],]+)]?:([0-9]{1,5})");

  private static final String ADMIN = "org.apache.kafka.clients.admin.AdminClient";
  private static final String SHADED = "org.apache.flink.kafka.shaded.";
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final ArrayList<String> topics;
  private final HashMap<String, String> properties;

  /**
   * Creates it.
   *
   * @param properties of Kafka's clients, including {@code bootstrap.servers}
   */
  public KafkaTopics(Collection<String> topics, Map<String, String> properties) {
    this.topics = new ArrayList<>(topics);
    this.properties = new HashMap<>(properties);
  }

  /**
   * Requests the number of partitions of each topic from the broker.
   *
   * @param kafka a class loader that has Kafka's client, relocated or not
   * @throws TopicException if a topic does not exist, or no broker answers; with a message for
   *     users
   */
  public Map<String, Integer> partitions(ClassLoader kafka) throws TopicException {
    return partitions(kafka, TIMEOUT);
  }

  /**
   * Requests the number of partitions of each topic from the broker, with another limit than the
   * default of 15 s, which is also the longest.
   *
   * @param limit how long the broker is waited for at most, in whole milliseconds
   */
  public Map<String, Integer> partitions(ClassLoader kafka, Duration limit) throws TopicException {
    try (TemporaryClassLoaderContext ignored = TemporaryClassLoaderContext.of(kafka)) {
      return ask(kafka, (int) Math.min(limit.toMillis(), TIMEOUT.toMillis()));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw noAnswer(e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new TopicException("This version of the Kafka client cannot describe topics.", e);
    }
  }

  /**
   * Requests the number of partitions of each topic for a caller that can do without the answer: it
   * does not wait for a broker that accepts no connection.
   *
   * @param limit how long the broker is waited for at most, in whole milliseconds
   */
  public Map<String, Integer> partitionsSoon(ClassLoader kafka, Duration limit)
      throws TopicException {
    long end = System.nanoTime() + limit.toNanos();
    if (!isAnyServerThere(limit)) {
      throw new TopicException("No broker accepts a connection at " + servers() + ".", null);
    }
    Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    return partitions(kafka, left);
  }

  private boolean isAnyServerThere(Duration limit) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    Matcher server = SERVER.matcher(servers());
    while (server.find()) {
      int port = Integer.parseInt(server.group(2));
      if (port <= MAX_PORT) {
        addresses.add(new InetSocketAddress(server.group(1).trim(), port));
      }
    }
    for (InetSocketAddress address : addresses) {
      try (Socket socket = new Socket()) {
        socket.connect(address, (int) limit.toMillis() / addresses.size());
        return true;
      } catch (IOException notThere) {
        LOG.debug("No connection to {}.", address, notThere);
      }
    }
    return false;
  }

  private Map<String, Integer> ask(ClassLoader kafka, int limit)
      throws ReflectiveOperationException {
    Class<?> adminType = load(ADMIN, kafka);
    Object admin =
        adminType.getMethod("create", Properties.class).invoke(null, clientProperties(limit));
    try {
      Object asked = adminType.getMethod("describeTopics", Collection.class).invoke(admin, topics);
      Object future = asked.getClass().getMethod("all").invoke(asked);
      Map<?, ?> answers =
          (Map<?, ?>)
              future
                  .getClass()
                  .getMethod("get", long.class, TimeUnit.class)
                  .invoke(future, (long) limit, TimeUnit.MILLISECONDS);
      Map<String, Integer> counts = new TreeMap<>();
      for (Map.Entry<?, ?> topic : answers.entrySet()) {
        Object description = topic.getValue();
        List<?> partitions =
            (List<?>) description.getClass().getMethod("partitions").invoke(description);
        counts.put((String) topic.getKey(), partitions.size());
      }
      return counts;
    } finally {
      adminType.getMethod("close", Duration.class).invoke(admin, Duration.ZERO);
    }
  }

  private static Class<?> load(String name, ClassLoader loader) throws ClassNotFoundException {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException notUnderItsOwnName) {
      return Class.forName(SHADED + name, true, loader);
    }
  }

  private Properties clientProperties(int limit) {
    Properties client = new Properties();
    client.putAll(properties);
    client.setProperty("request.timeout.ms", String.valueOf(limit / 3));
    client.setProperty("default.api.timeout.ms", String.valueOf(limit * 2 / 3));
    return client;
  }

  private TopicException noAnswer(Throwable failure) {
    Throwable cause = failure instanceof ExecutionException ? failure.getCause() : failure;
    if (cause.getClass().getSimpleName().equals("UnknownTopicOrPartitionException")) {
      return new TopicException(
          String.format(
              "Topic '%s' does not exist at %s. Create it with its final number of partitions"
                  + " before a query reads it with 'exchange'='ahead-keyby'.",
              this, servers()),
          failure);
    }
    return new TopicException(
        String.format(
            "The number of partitions of topic '%s' cannot be read from %s (%s)."
                + " 'exchange'='ahead-keyby' needs it when the statement is planned. Check"
                + " 'properties.bootstrap.servers', and that the broker is up.",
            this, servers(), ExceptionUtils.stripException(cause, ExecutionException.class)),
        failure);
  }

  private String servers() {
    return properties.getOrDefault("bootstrap.servers", "");
  }

  /** The topics' names. */
  @Override
  public String toString() {
    return String.join("', '", topics);
  }
}
