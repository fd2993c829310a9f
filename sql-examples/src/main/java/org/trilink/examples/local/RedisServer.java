package org.trilink.examples.local;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import redis.embedded.core.ExecutableProvider;

/** A Redis server's process: the real server, of the program that comes with the project's jars. */
public final class RedisServer {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final String ADDRESS_FILE = "redis.address";
  private static final String PING = "PING\r\n";
  private static final String PONG = "+PONG\r\n";

  private final LocalProcess process;
  private final WorkFolder folder;
  private final HostAddress address;
  private final int port;

  private RedisServer(LocalProcess process, WorkFolder folder, HostAddress address, int port) {
    this.process = process;
    this.folder = folder;
    this.address = address;
    this.port = port;
  }

  /**
   * Starts a server without waiting for it. It keeps its data in memory.
   *
   * @param wishedPort 0 for any
   */
  static RedisServer start(LocalServices services, int wishedPort) {
    HostAddress address = services.address();
    if (wishedPort != 0 && !address.isFree(wishedPort)) {
      throw new CommandFailure(
          "port %d of %s is taken, so Redis cannot listen there; end what listens on it or give another port with --redis-port"
              .formatted(wishedPort, address.host()));
    }
    int port = wishedPort == 0 ? address.freePort() : wishedPort;
    LocalProcess process =
        services.start(
            new NativeCommand(
                "redis",
                List.of(
                    program(services.folder()).toString(),
                    "--bind",
                    address.host(),
                    "--port",
                    String.valueOf(port),
                    "--save",
                    "",
                    "--appendonly",
                    "no")));
    return new RedisServer(process, services.folder(), address, port);
  }

  private static File program(WorkFolder folder) {
    try {
      File temp = Files.createDirectories(folder.temp().resolve("redis")).toFile();
      return ExecutableProvider.newJarResourceProvider(temp).get();
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
          return answers();
        });
    String hostAndPort = address.withPort(port);
    folder.write(folder.path().resolve(ADDRESS_FILE), hostAndPort);
    return hostAndPort;
  }

  /** The {@code host:port} of the server that was started in a folder; empty if none was. */
  static Optional<String> readAddress(WorkFolder folder) {
    Path file = folder.path().resolve(ADDRESS_FILE);
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + file, e);
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(address.socketAddress(port));
      socket.getOutputStream().write(PING.getBytes(US_ASCII));
      return new String(socket.getInputStream().readNBytes(PONG.length()), US_ASCII).equals(PONG);
    } catch (IOException e) {
      return false; // not yet
    }
  }
}
