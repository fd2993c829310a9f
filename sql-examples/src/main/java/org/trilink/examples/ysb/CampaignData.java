/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.InputFile;
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
    try {
      redis.addCampaigns(InputFile.read(input, CampaignData::campaigns).stream());
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + input + ": " + FileErrors.reason(e), e);
    }
  }

  private static List<Campaign> campaigns(Stream<byte[]> lines) {
    return lines
        .map(AdEvent::parse)
        .flatMap(Optional::stream)
        .map(event -> Campaign.ofAd(event.adId()))
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }
}
