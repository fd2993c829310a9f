/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.examples.ysb.AdEvents.view;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.TestRedis;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

class CampaignDataTest {

  private static final Campaign A = Campaign.number(0);
  private static final Campaign B = Campaign.number(1_000);

  @TempDir private static Path folder;
  private static TestRedis server;
  private static Jedis redis;

  @BeforeAll
  static void startServer() {
    server = new TestRedis(folder);
    redis = new Jedis(HostAndPort.from(server.address()));
  }

  @AfterAll
  static void stopServer() {
    redis.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    redis.flushAll();
  }

  @Test
  void everyGeneratedAdHasItsCampaign() {
    GeneratorOptions options = new GeneratorOptions(20_000, 1_500, 0.5, Duration.ZERO, 0, 7);
    load(options, Optional.empty());

    assertThat(redis.scard("campaigns")).isEqualTo(1_500);
    assertThat(redis.dbSize()).isEqualTo(1 + 15_000);
    assertThat(redis.smembers("campaigns")).contains(A.id(), B.id());
    new Ysb()
        .generate(options)
        .forEachRemaining(
            line -> {
              String ad = AdEvent.parse(line).orElseThrow().adId();
              assertThat(redis.get(ad)).isEqualTo(Campaign.ofAd(ad).orElseThrow().id());
            });
  }

  @Test
  void aFilesCampaignsAreThoseOfItsAds() throws IOException {
    Path input = folder.resolve("events.jsonl");
    Files.writeString(
        input,
        "%s\n%s\n%s\n\u00fc no event\n"
            .formatted(line(A.ad(0)), line(B.ad(9)), line("an ad of no campaign")),
        StandardCharsets.ISO_8859_1);
    load(new GeneratorOptions(0, 100, 0, Duration.ZERO, 0, 7), Optional.of(input));

    assertThat(redis.smembers("campaigns")).containsExactlyInAnyOrder(A.id(), B.id());
    assertThat(redis.dbSize()).isEqualTo(1 + 20);
    assertThat(redis.get(A.ad(5))).isEqualTo(A.id());
    assertThat(redis.get(B.ad(0))).isEqualTo(B.id());
  }

  /** Nothing listens on port 1. */
  @Test
  void saysWhichServerDoesNotAnswer() {
    GeneratorOptions options = new GeneratorOptions(0, 100, 0, Duration.ZERO, 0, 7);

    assertThatThrownBy(() -> new CampaignData().load("127.0.0.1:1", options, Optional.empty()))
        .isInstanceOf(CommandFailure.class)
        .hasMessageStartingWith("cannot write to Redis at 127.0.0.1:1: ");
  }

  private static String line(String ad) {
    return new String(view(ad, 1), StandardCharsets.UTF_8);
  }

  private static void load(GeneratorOptions options, Optional<Path> input) {
    new CampaignData().load(server.address(), options, input);
  }
}
