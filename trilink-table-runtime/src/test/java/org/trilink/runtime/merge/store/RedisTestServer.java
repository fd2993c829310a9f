package org.trilink.runtime.merge.store;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.embedded.RedisServer;

/** A Redis with an append-only file. */
public final class RedisTestServer implements StoreServer {

  private static final Pattern PROCESS = Pattern.compile("process_id:(\\d+)");

  private final int port;
  private final Path data;
  private final String password;
  private RedisServer server;

  private RedisTestServer(int port, Path data, String password) {
    this.port = port;
    this.data = data;
    this.password = password;
  }

  /** With a password, which is empty for none. */
  public static RedisTestServer started(String password) throws Exception {
    RedisTestServer redis =
        new RedisTestServer(freePort(), Files.createTempDirectory("trilink-redis"), password);
    redis.start();
    return redis;
  }

  static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public String address() {
    return address(port);
  }

  /** The same through another port. */
  String address(int throughPort) {
    String user = password.isEmpty() ? "" : ":" + password + "@";
    return "redis://" + user + "127.0.0.1:" + throughPort + "/1";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void start() throws Exception {
    server =
        RedisServer.newRedisServer()
            .port(port)
            .bind("127.0.0.1")
            .setting("dir " + data)
            .setting("appendonly yes")
            .settingIf(!password.isEmpty(), "requirepass " + password)
            .build();
    server.start();
    awaitLoaded();
  }

  /** It listens before it has read its file. */
  private void awaitLoaded() throws Exception {
    try (Jedis client = new Jedis(address())) {
      while (client.info("persistence").contains("loading:1")) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
  }

  @Override
  public void kill() throws Exception {
    try (Jedis client = new Jedis(address())) {
      Matcher process = PROCESS.matcher(client.info("server"));
      if (!process.find()) {
        throw new IllegalStateException("Redis does not tell its process.");
      }
      ProcessHandle handle = ProcessHandle.of(Long.parseLong(process.group(1))).orElseThrow();
      handle.destroyForcibly();
      handle.onExit().get(30, TimeUnit.SECONDS);
    }
    server.stop();
  }

  @Override
  public void close() throws Exception {
    server.stop();
    try (Stream<Path> files = Files.walk(data)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
