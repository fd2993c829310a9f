/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The broker's process, as seen by the process that started it. */
public final class KafkaBroker {

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final String ADDRESS_FILE = "kafka.address";

  private final LocalProcess process;
  private final WorkFolder folder;

  private KafkaBroker(LocalProcess process, WorkFolder folder) {
    this.process = process;
    this.folder = folder;
  }

  /**
   * Starts a broker without waiting for it.
   *
   * @param port 0 for any
   */
  static KafkaBroker start(LocalServices services, int port) {
    WorkFolder folder = services.folder();
    HostAddress address = services.address();
    if (port != 0 && !address.isFree(port)) {
      throw new CommandFailure(
          "port %d of %s is taken, so the broker cannot listen there; end what listens on it or give another port with --kafka-port"
              .formatted(port, address.host()));
    }
    LocalProcess process =
        services.start(
            new JavaCommand("kafka", EmbeddedKafka.class.getName())
                .jvm(
                    "-Xms256m",
                    "-Xmx512m",
                    "-XX:+UseSerialGC",
                    // It mostly copies bytes, which is not faster with the second tier.
                    "-XX:TieredStopAtLevel=1",
                    "-Dzookeeper.jmx.log4j.disable=true")
                .arguments(
                    folder.kafka().toString(),
                    address.host(),
                    String.valueOf(port),
                    folder.path().resolve(ADDRESS_FILE).toString()));
    return new KafkaBroker(process, folder);
  }

  /** Waits until the broker is up; returns its {@code host:port}. */
  public String awaitAddress() {
    return awaitAddress(() -> {});
  }

  /**
   * Waits until the broker is up; returns its {@code host:port}.
   *
   * @param waiting is run again and again until then
   */
  public String awaitAddress(Runnable waiting) {
    Path file = folder.path().resolve(ADDRESS_FILE);
    Await.until(
        "the Kafka broker to start; see " + folder.logs().resolve("kafka.log"),
        START_LIMIT,
        () -> {
          process.requireAlive();
          waiting.run();
          return Files.exists(file);
        });
    return readAddress(folder);
  }

  static String readAddress(WorkFolder folder) {
    try {
      return Files.readString(folder.path().resolve(ADDRESS_FILE));
    } catch (IOException e) {
      throw new CommandFailure("no broker was started in " + folder.path(), e);
    }
  }
}
