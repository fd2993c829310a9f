/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.table.api.TableException;
import org.apache.flink.util.ExceptionUtils;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.runtime.kafka.TopicException;
import org.trilink.runtime.secret.Secrets;

/** Says why topics cannot be sampled. */
final class SampledTopics {

  private static final String SERVERS = "properties.bootstrap.servers";

  /** A part of Flink's message when flink-clients is not on the class path. */
  private static final String NO_EXECUTOR = "No ExecutorFactory found";

  private SampledTopics() {}

  /**
   * Checks that the topics of a table are there, as Flink's source would wait for them in silence.
   *
   * @param limit how long the broker is waited for at most
   * @throws TableException with the reason
   */
  static void check(ObservedInput input, Duration limit) {
    KafkaTable table = input.kafka();
    if (table == null || table.topics().isEmpty()) {
      return;
    }
    Map<String, String> options = table.kafkaOptions();
    try {
      KafkaTable.topics(options).partitions(input.connectorClassLoader(), limit);
    } catch (TopicException e) {
      throw failure(table, e);
    }
  }

  /** Returns an exception that says why a sample failed. */
  static TableException failure(ObservedOperator operator, Throwable failure) {
    for (ObservedInput input : operator.inputs()) {
      KafkaTable table = input.kafka();
      if (table != null && (isDenied(failure) || isCausedBy(failure, "TimeoutException"))) {
        return failure(table, failure);
      }
    }
    Throwable root = root(failure);
    if (ExceptionUtils.findThrowableWithMessage(failure, NO_EXECUTOR).isPresent()) {
      return because(
          "A sample is taken by a job in this process, which needs flink-clients on the class path.",
          failure);
    }
    return because(
        String.format("The input of %s cannot be sampled: %s.", operator.title(), text(root)),
        failure);
  }

  private static TableException failure(KafkaTable table, Throwable failure) {
    String topics =
        table.topics().stream().map(topic -> "'" + topic + "'").collect(Collectors.joining(", "));
    String servers = Secrets.mask(table.option(SERVERS).orElse(""));
    if (isCausedBy(failure, "UnknownTopicOrPartitionException")) {
      return because(
          String.format(
              "Topic %s of table %s does not exist at %s. Create and fill it first, or check 'topic'"
                  + " and '%s' of the table.",
              topics, table, servers, SERVERS),
          failure);
    }
    if (isDenied(failure)) {
      return because(
          String.format(
              "The user of table %s may not read topic %s at %s (%s). Check the 'properties.sasl...'"
                  + " of the table, and the user's ACLs: it needs DESCRIBE and READ.",
              table, topics, servers, text(root(failure))),
          failure);
    }
    return because(
        String.format(
            "Topic %s of table %s cannot be read from %s (%s). Check '%s' of the table, and that the"
                + " broker is up.",
            topics, table, servers, text(root(failure)), SERVERS),
        failure);
  }

  /** Without a cause: clients would show that, which names neither table nor topic. */
  private static TableException because(String message, Throwable failure) {
    TableException exception = new TableException(message);
    exception.addSuppressed(Secrets.mask(failure, Collections.emptyList()));
    return exception;
  }

  private static boolean isDenied(Throwable failure) {
    return isCausedBy(failure, "AuthorizationException")
        || isCausedBy(failure, "AuthenticationException");
  }

  /** By the end of the class's name, as Kafka's classes may be relocated. */
  private static boolean isCausedBy(Throwable failure, String nameEnd) {
    return ExceptionUtils.findThrowable(
            failure, cause -> cause.getClass().getSimpleName().endsWith(nameEnd))
        .isPresent();
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  private static String text(Throwable failure) {
    String message = failure.getMessage();
    String text = message == null || message.isEmpty() ? failure.toString() : message;
    return Secrets.mask(text.endsWith(".") ? text.substring(0, text.length() - 1) : text);
  }
}
