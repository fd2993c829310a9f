/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.RedisData;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Campaigns and their ads in Redis: those that are generated for, or those that a file is about.
 */
final class CampaignData implements RedisData {

  @Override
  public void load(String address, GeneratorOptions options, Optional<Path> input) {
    try (BenchmarkRedis redis = new BenchmarkRedis(address)) {
      if (input.isPresent()) {
        load(redis, input.get());
      } else {
        redis.addCampaigns(IntStream.range(0, options.keys()).mapToObj(Campaign::number));
      }
    } catch (JedisException e) {
      throw new CommandFailure(
          "cannot write to Redis at %s: %s; is it up?".formatted(address, e.getMessage()), e);
    }
  }

  private static void load(BenchmarkRedis redis, Path input) {
    // A charset in which a line has the bytes that it has in the file.
    try (Stream<String> lines = Files.lines(input, StandardCharsets.ISO_8859_1)) {
      redis.addCampaigns(
          lines
              .map(line -> AdEvent.parse(line.getBytes(StandardCharsets.ISO_8859_1)))
              .flatMap(Optional::stream)
              .map(event -> Campaign.ofAd(event.adId()))
              .flatMap(Optional::stream)
              .distinct());
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + input + ": " + FileErrors.reason(e), e);
    }
  }
}
