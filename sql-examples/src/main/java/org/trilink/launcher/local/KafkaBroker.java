/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.time.Duration;

/** The broker's process, as seen by the process that started it. */
public final class KafkaBroker {

  /** The process's name. */
  static final String NAME = "broker";

  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final LocalProcess process;
  private final WorkFolder folder;

  private KafkaBroker(LocalProcess process, WorkFolder folder) {
    this.process = process;
    this.folder = folder;
  }

  /**
   * Starts a broker without waiting for it.
   *
   * @param wishedPort 0 for any
   */
  static KafkaBroker start(LocalServices services, int wishedPort) {
    WorkFolder folder = services.folder();
    HostAddress address = services.address();
    if (wishedPort != 0 && !address.isFree(wishedPort)) {
      throw new CommandFailure(
          "port %d of %s is taken, so the broker cannot listen there; end what listens on it or give another port with --kafka-port"
              .formatted(wishedPort, address.host()));
    }
    // a definite one, so that the broker can be started again there
    int port = wishedPort == 0 ? address.freePort() : wishedPort;
    LocalProcess process =
        services.start(
            new JavaCommand(NAME, EmbeddedKafka.class.getName())
                .jvm(
                    "-Xms256m",
                    "-Xmx512m",
                    "-XX:+UseSerialGC",
                    // It mostly copies bytes, which is not faster with the second tier.
                    "-XX:TieredStopAtLevel=1",
                    "-Dzookeeper.jmx.log4j.disable=true")
                .arguments(folder.kafka().toString(), address.host(), String.valueOf(port)));
    ServerAddress.write(NAME, address.withPort(port), folder);
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
    Await.until(
        "the Kafka broker to start; see " + folder.logs().resolve(NAME + ".log"),
        START_LIMIT,
        () -> {
          process.requireAlive();
          waiting.run();
          return ServerAddress.takesConnections(readAddress(folder));
        });
    return readAddress(folder);
  }

  /** The {@code host:port} of the broker that was started in a folder. */
  static String readAddress(WorkFolder folder) {
    return ServerAddress.read(NAME, folder)
        .orElseThrow(() -> new CommandFailure("no broker was started in " + folder.path()));
  }
}
