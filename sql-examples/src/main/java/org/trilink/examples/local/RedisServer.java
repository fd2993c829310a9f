package org.trilink.examples.local;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import redis.embedded.core.ExecutableProvider;

/** A Redis server's process: the real server, of the program that comes with the project's jars. */
public final class RedisServer {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final String PING = "PING\r\n";
  private static final String PONG = "+PONG\r\n";

  private final LocalProcess process;
  private final int port;

  private RedisServer(LocalProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts a server on any free port, without waiting for it. It keeps its data in memory. */
  static RedisServer start(LocalServices services) {
    int port = Loopback.freePort();
    LocalProcess process =
        services.start(
            new NativeCommand(
                "redis",
                List.of(
                    program(services.folder()).toString(),
                    "--bind",
                    Loopback.ADDRESS,
                    "--port",
                    String.valueOf(port),
                    "--save",
                    "",
                    "--appendonly",
                    "no")));
    return new RedisServer(process, port);
  }

  private static File program(WorkFolder folder) {
    try {
      File temp = Files.createDirectories(folder.temp().resolve("redis")).toFile();
      return ExecutableProvider.newJarResourceProvider(temp).get();
    } catch (IOException e) {
      throw new CommandFailure("cannot unpack the Redis server: " + e.getMessage(), e);
    }
  }

  /** Waits until the server answers; returns its address, {@code redis://host:port}. */
  public String awaitAddress() {
    Await.until(
        "the Redis server to start",
        START_LIMIT,
        () -> {
          process.requireAlive();
          return answers();
        });
    return "redis://" + Loopback.ADDRESS + ":" + port;
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(Loopback.socketAddress(port));
      socket.getOutputStream().write(PING.getBytes(US_ASCII));
      return new String(socket.getInputStream().readNBytes(PONG.length()), US_ASCII).equals(PONG);
    } catch (IOException e) {
      return false; // not yet
    }
  }
}
