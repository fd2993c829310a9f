/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** A real broker in the tests' own JVM; one for all of them. */
public final class TestBroker {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static String address;

  private TestBroker() {}

  /** Its address; it is started first if need be, and lives until the JVM ends. */
  public static synchronized String address() {
    if (address == null) {
      address = start();
    }
    return address;
  }

  private static String start() {
    Path folder = newFolder();
    Path announced = folder.resolve("address");
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread broker =
        new Thread(
            () -> {
              try {
                EmbeddedKafka.main(
                    new String[] {
                      folder.toString(), HostAddress.LOOPBACK.host(), "0", announced.toString()
                    });
              } catch (Exception e) {
                failure.set(e);
              }
            },
            "test-broker");
    broker.setDaemon(true);
    broker.start();
    Await.until(
        "the tests' broker to start",
        START_LIMIT,
        () -> {
          if (failure.get() != null) {
            throw new IllegalStateException("The broker did not start.", failure.get());
          }
          return Files.exists(announced);
        });
    try {
      return Files.readString(announced);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path newFolder() {
    try {
      Path folder = Files.createTempDirectory("trilink-test-broker");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // the broker is still writing; it is a temporary folder
    }
  }
}
