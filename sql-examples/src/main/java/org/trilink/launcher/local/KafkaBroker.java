/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The broker's process, as seen by the process that started it. */
public final class KafkaBroker {

  /** The process's name. */
  static final String NAME = "broker";

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
    Await.until(
        "the Kafka broker to start; see " + folder.logs().resolve(NAME + ".log"),
        START_LIMIT,
        () -> {
          process.requireAlive();
          waiting.run();
          return isUp(process, folder);
        });
    return readAddress(folder);
  }

  /** Whether it is this process that has announced itself: an earlier one may have done so, too. */
  static boolean isUp(LocalProcess process, WorkFolder folder) {
    return announced(folder)
        .filter(lines -> lines.get(1).equals(String.valueOf(process.handle().pid())))
        .isPresent();
  }

  /** The {@code host:port} of the broker that was started in a folder. */
  static String readAddress(WorkFolder folder) {
    return announced(folder)
        .orElseThrow(() -> new CommandFailure("no broker was started in " + folder.path()))
        .get(0);
  }

  /** The broker's address, and the id of the process that announced it. */
  private static Optional<List<String>> announced(WorkFolder folder) {
    return folder.read(ADDRESS_FILE).map(text -> text.lines().toList());
  }
}
