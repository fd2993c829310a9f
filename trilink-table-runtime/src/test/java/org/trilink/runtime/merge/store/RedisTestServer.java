/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/** A Redis with an append-only file. */
public final class RedisTestServer implements StoreServer {

  private static final int FIRST_PORT = 15_000;

  /** Where the ports of client sides begin, on most systems. */
  private static final int END_OF_PORTS = 32_768;

  private static final Pattern PROCESS = Pattern.compile("process_id:(\\d+)");

  private final int port;
  private final Path data;
  private final String password;
  private final String[] settings;
  private RedisServer server;

  private RedisTestServer(int port, Path data, String password, String[] settings) {
    this.port = port;
    this.data = data;
    this.password = password;
    this.settings = settings;
  }

  /** Starts a server with a password, empty for none, and additional lines of configuration. */
  public static RedisTestServer started(String password, String... settings) throws Exception {
    return started(freePort(), password, settings);
  }

  /** Starts a server on the given port. */
  public static RedisTestServer started(int port, String password, String... settings)
      throws Exception {
    Path data = Files.createTempDirectory("trilink-redis");
    RedisTestServer redis = new RedisTestServer(port, data, password, settings);
    redis.start();
    return redis;
  }

  /** One that the system does not give to the client side of a connection meanwhile. */
  public static int freePort() throws Exception {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // another one, then
      }
    }
  }

  @Override
  public String address() {
    return address(port);
  }

  /** The address with another port. */
  String address(int throughPort) {
    return endpoint(throughPort) + "/1";
  }

  private String endpoint(int throughPort) {
    String user = password.isEmpty() ? "" : ":" + password + "@";
    return "redis://" + user + "127.0.0.1:" + throughPort;
  }

  /** A new connection to database 0. */
  public Jedis connect() {
    return new Jedis(endpoint(port));
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void start() throws Exception {
    RedisServerBuilder builder =
        RedisServer.newRedisServer()
            .port(port)
            .bind("127.0.0.1")
            .setting("dir " + data)
            .setting("appendonly yes")
            // with the default of fsync every second, Redis may delay writes while the disk is
            // slow, and a kill would lose acknowledged data; without fsync the kernel still keeps
            // what a killed process has written
            .setting("appendfsync no")
            .settingIf(!password.isEmpty(), "requirepass " + password);
    for (String setting : settings) {
      builder.setting(setting);
    }
    server = builder.build();
    server.start();
    awaitLoaded();
  }

  /** Waits until the file is loaded: the server listens before that. */
  private void awaitLoaded() throws Exception {
    try (Jedis client = connect()) {
      while (client.info("persistence").contains("loading:1")) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
  }

  @Override
  public void kill() throws Exception {
    try (Jedis client = connect()) {
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
