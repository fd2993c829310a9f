package org.trilink.examples.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The process of a Redis server, seen from here. */
public final class RedisStore {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final LocalProcess process;
  private final Path addressFile;
  private final Path log;

  private RedisStore(LocalProcess process, Path addressFile, Path log) {
    this.process = process;
    this.addressFile = addressFile;
    this.log = log;
  }

  /** Starts a server without waiting for it. */
  static RedisStore start(LocalServices services) {
    WorkFolder folder = services.folder();
    Path addressFile = folder.path().resolve("redis.address");
    LocalProcess process =
        services.start(
            new JavaCommand("redis", EmbeddedRedis.class.getName())
                .jvm("-Xmx64m", "-XX:+UseSerialGC")
                .arguments(
                    folder.path().resolve("redis").toString(),
                    String.valueOf(Loopback.freePort()),
                    addressFile.toString()));
    return new RedisStore(process, addressFile, folder.logs().resolve("redis.log"));
  }

  /** Waits until the server is up; returns its address, as {@code global-merge.store} has it. */
  public String awaitAddress() {
    Await.until(
        "Redis to start; see " + log,
        START_LIMIT,
        () -> {
          process.requireAlive();
          return Files.exists(addressFile);
        });
    try {
      return Files.readString(addressFile);
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + addressFile, e);
    }
  }
}
