package org.trilink.examples.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import redis.embedded.RedisServer;

/** One Redis server, on the loopback address, as long as this process lives. */
final class EmbeddedRedis {

  private EmbeddedRedis() {}

  /** Arguments: the data folder, the port, the file to write the address to when it is up. */
  public static void main(String[] args) throws Exception {
    Path data = Files.createDirectories(Path.of(args[0]));
    int port = Integer.parseInt(args[1]);
    RedisServer server =
        RedisServer.newRedisServer()
            .port(port)
            .bind(Loopback.ADDRESS)
            .setting("dir " + data)
            .setting("appendonly yes")
            .build();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "stop-redis"));
    server.start();
    Path file = Path.of(args[2]);
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(unfinished, "redis://" + Loopback.ADDRESS + ":" + port);
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    Thread.currentThread().join();
  }

  private static void stop(RedisServer server) {
    try {
      server.stop();
    } catch (java.io.IOException e) {
      System.err.println("Redis could not be stopped: " + e);
    }
  }
}
