/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import redis.embedded.core.ExecutableProvider;

/** A Redis server's process: the real server, of the program that comes with the project's jars. */
public final class RedisServer {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);

  /** The process's name. */
  static final String NAME = "redis";

  private static final String PROGRAM = "redis-server";
  private static final String PING = "PING\r\n";
  private static final String PONG = "+PONG\r\n";

  private final LocalProcess process;
  private final WorkFolder folder;

  private RedisServer(LocalProcess process, WorkFolder folder) {
    this.process = process;
    this.folder = folder;
  }

  /**
   * Starts a server without waiting for it.
   *
   * @param wishedPort 0 for any
   * @param durable whether it keeps what it has acknowledged when it is killed, as a global merge
   *     needs it; if not, it has its data in memory only
   */
  static RedisServer start(LocalServices services, int wishedPort, boolean durable) {
    HostAddress address = services.address();
    if (wishedPort != 0 && !address.isFree(wishedPort)) {
      throw new CommandFailure(
          "port %d of %s is taken, so Redis cannot listen there; end what listens on it or give another port with --redis-port"
              .formatted(wishedPort, address.host()));
    }
    int port = wishedPort == 0 ? address.freePort() : wishedPort;
    WorkFolder folder = services.folder();
    unpack(folder);
    folder.write(configuration(folder), settings(folder, address, port, durable));
    LocalProcess process = services.start(ProcessLine.ofProgram(NAME, commandLine(folder)));
    ServerAddress.write(NAME, address.withPort(port), folder);
    return new RedisServer(process, folder);
  }

  private static Path configuration(WorkFolder folder) {
    return folder.redis().resolve("redis.conf");
  }

  private static String settings(
      WorkFolder folder, HostAddress address, int port, boolean durable) {
    return """
    bind %s
    port %d
    dir "%s"
    save ""
    appendonly %s
    """
        .formatted(
            address.host(),
            port,
            folder.redis().toString().replace("\\", "\\\\").replace("\"", "\\\""),
            durable ? "yes" : "no");
  }

  private static List<String> commandLine(WorkFolder folder) {
    return List.of(folder.redis().resolve(PROGRAM).toString(), configuration(folder).toString());
  }

  /** A copy that stays: what the library unpacks goes when this program ends. */
  private static void unpack(WorkFolder folder) {
    try {
      Path temp = Files.createDirectories(folder.temp().resolve("redis"));
      Path program = Files.createDirectories(folder.redis()).resolve(PROGRAM);
      Files.copy(
          ExecutableProvider.newJarResourceProvider(temp.toFile()).get().toPath(),
          program,
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES);
    } catch (IOException e) {
      throw new CommandFailure("cannot unpack the Redis server: " + e.getMessage(), e);
    }
  }

  /** Waits until the server answers; returns its {@code host:port}. */
  public String awaitAddress() {
    Await.until(
        "the Redis server to start",
        START_LIMIT,
        () -> {
          process.requireAlive();
          return isUp(folder);
        });
    return readAddress(folder).orElseThrow();
  }

  /** The {@code host:port} of the server that was started in a folder; empty if none was. */
  static Optional<String> readAddress(WorkFolder folder) {
    return ServerAddress.read(NAME, folder);
  }

  /** Whether the server of a folder answers, and so has its data. */
  static boolean isUp(WorkFolder folder) {
    try (Socket socket = new Socket()) {
      socket.connect(HostAddress.socketAddress(readAddress(folder).orElseThrow()));
      socket.getOutputStream().write(PING.getBytes(US_ASCII));
      return new String(socket.getInputStream().readNBytes(PONG.length()), US_ASCII).equals(PONG);
    } catch (IOException e) {
      return false; // not yet
    }
  }
}
