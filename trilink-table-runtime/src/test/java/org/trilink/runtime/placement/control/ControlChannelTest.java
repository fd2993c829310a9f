/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.control;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.Await;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** With a real server. */
@Tag("slow")
class ControlChannelTest {

  private static final int LIMIT_SECONDS = 30;

  private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> failures = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> logged = new LinkedBlockingQueue<>();
  private final Appender appender = new Appender();

  /** Captures what the channel logs. */
  private final class Appender extends AbstractAppender {

    Appender() {
      super("control", null, null, true, Property.EMPTY_ARRAY);
      start();
    }

    @Override
    public void append(LogEvent event) {
      logged.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    }
  }

  private static Logger logger() {
    return (Logger) LogManager.getLogger(ControlChannel.class);
  }

  @BeforeEach
  void listen() {
    logger().setLevel(Level.INFO);
    logger().addAppender(appender);
  }

  @AfterEach
  void listenNoMore() throws Exception {
    logger().removeAppender(appender);
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("trilink-control")) {
        thread.join(SECONDS.toMillis(LIMIT_SECONDS));
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  private ControlChannel open(int port, String user) {
    ControlChannel channel = channel(port, user);
    channel.start();
    return channel;
  }

  private ControlChannel channel(int port, String user) {
    return new ControlChannel(
        "redis://" + user + "127.0.0.1:" + port + "/moves",
        "Operator",
        () -> "status",
        commands::add,
        failures::add);
  }

  private static String next(BlockingQueue<String> queue) throws InterruptedException {
    return queue.poll(LIMIT_SECONDS, SECONDS);
  }

  @Test
  void takesCommandsAndPublishesAndComesBack() throws Exception {
    try (RedisTestServer redis = RedisTestServer.started("geheim");
        ControlChannel channel = open(redis.port(), ":geheim@")) {
      assertThat(next(logged))
          .isEqualTo(
              "INFO Operator: takes commands from redis://:***@127.0.0.1:"
                  + redis.port()
                  + "/moves, and publishes its state on 'moves.status'.");
      try (Jedis client = redis.connect()) {
        assertThat(client.publish("moves", "one")).isOne();
        assertThat(next(commands)).isEqualTo("one");
      }

      redis.kill();
      assertThat(next(logged)).startsWith("WARN Operator: there is no connection to redis://:***@");
      redis.start();
      // failed attempts in between did not log other lines
      assertThat(next(logged)).startsWith("INFO Operator: takes commands again from redis://:***@");
      try (Jedis client = redis.connect();
          Listener listener = new Listener(redis)) {
        assertThat(client.publish("moves", "two")).isOne();
        assertThat(next(commands)).isEqualTo("two");
        channel.publish("news");
        assertThat(next(listener.messages)).isEqualTo("news");
      }
      assertThat(failures).isEmpty();
    }
  }

  /** A subscriber. */
  private static final class Listener implements AutoCloseable {

    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final Jedis jedis;

    Listener(RedisTestServer redis) throws InterruptedException {
      jedis = redis.connect();
      BlockingQueue<String> subscribed = new LinkedBlockingQueue<>();
      redis.clients.jedis.JedisPubSub all =
          new redis.clients.jedis.JedisPubSub() {
            @Override
            public void onSubscribe(String channel, int channels) {
              subscribed.add(channel);
            }

            @Override
            public void onMessage(String channel, String message) {
              messages.add(message);
            }
          };
      Thread thread =
          new Thread(
              () -> {
                try {
                  jedis.subscribe(all, "moves.status");
                } catch (RuntimeException closed) {
                  // at the end
                }
              });
      thread.setDaemon(true);
      thread.start();
      next(subscribed);
    }

    @Override
    public void close() {
      jedis.close();
    }
  }

  @Test
  void aServerThatIsNotThereFailsTheJob() throws Exception {
    int port = RedisTestServer.freePort();
    try (ControlChannel channel = open(port, "me:geheim@")) {
      assertThat(next(failures))
          .contains(
              "'partition.control': redis://me:***@127.0.0.1:" + port + "/moves cannot be used")
          .contains("Start the server, or correct the address")
          .doesNotContain("geheim");
      assertThat(channel).hasToString("redis://me:***@127.0.0.1:" + port + "/moves");
    }
  }

  @Test
  void aServerThatIsAwayAfterARestoreIsAwaited() throws Exception {
    try (RedisTestServer redis = RedisTestServer.started("geheim");
        ControlChannel channel = channel(redis.port(), ":geheim@")) {
      redis.kill();
      channel.setHasBeenConnected();
      channel.start();

      assertThat(next(logged)).startsWith("WARN Operator: there is no connection to redis://:***@");
      redis.start();
      assertThat(next(logged)).startsWith("INFO Operator: takes commands again from redis://:***@");
      assertThat(failures).isEmpty();
    }
  }

  @Test
  void aWrongPasswordFailsTheJob() throws Exception {
    try (RedisTestServer redis = RedisTestServer.started("geheim");
        ControlChannel channel = open(redis.port(), ":falsch@")) {
      assertThat(next(failures)).contains("WRONGPASS").contains(channel.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"&moves +publish +subscribe", "&moves.status +publish +subscribe"})
  void aUserWithoutARightFailsTheJob(String rights) throws Exception {
    try (RedisTestServer redis =
            RedisTestServer.started("", "user watcher on >pw resetchannels " + rights);
        ControlChannel channel = open(redis.port(), "watcher:pw@")) {
      assertThat(next(failures))
          .contains("NOPERM")
          .contains(channel.toString())
          .contains("must be allowed to SUBSCRIBE to 'moves' and to PUBLISH on 'moves.status'")
          .doesNotContain("pw@");
      assertThat(List.copyOf(commands)).isEmpty();
    }
  }

  @Test
  void connectionsThatAreLostAgainAndAgainAreToldOnceAMinute() throws Exception {
    try (RedisTestServer redis = RedisTestServer.started("geheim")) {
      try (ControlChannel channel = open(redis.port(), ":geheim@");
          Jedis client = redis.connect()) {
        assertThat(next(logged)).startsWith("INFO Operator: takes commands from " + channel);
        for (int loss = 0; loss < 3; loss++) {
          client.clientKill(ClientKillParams.clientKillParams().type(ClientType.PUBSUB));
          Await.until(
              "the channel to be subscribed again",
              Duration.ofSeconds(LIMIT_SECONDS),
              () -> client.publish("moves", "again") == 1);
          assertThat(next(commands)).isEqualTo("again");
        }
      }
      assertThat(next(logged)).startsWith("WARN Operator: there is no connection to");
      assertThat(next(logged)).startsWith("INFO Operator: takes commands again from");
      assertThat(next(logged))
          .startsWith("WARN Operator: there is no connection to")
          .endsWith(" (the last of 2 more such warnings)");
    }
    assertThat(logged).isEmpty();
  }

  @Test
  void aRightThatIsTakenAwayLaterIsToldAndTheJobGoesOn() throws Exception {
    String rights = " +publish +subscribe +ping";
    try (RedisTestServer redis =
            RedisTestServer.started("", "user watcher on >pw resetchannels &moves*" + rights);
        ControlChannel channel = open(redis.port(), "watcher:pw@")) {
      assertThat(next(logged)).startsWith("INFO Operator: takes commands from " + channel);
      try (Jedis admin = redis.connect()) {
        admin.aclSetUser("watcher", "resetchannels"); // the server closes the subscription
        assertThat(next(logged)).startsWith("WARN Operator: there is no connection to " + channel);
        admin.aclSetUser("watcher", "&moves*");
        assertThat(next(logged)).startsWith("INFO Operator: takes commands again from");
      }
      assertThat(failures).isEmpty();
    }
  }
}
