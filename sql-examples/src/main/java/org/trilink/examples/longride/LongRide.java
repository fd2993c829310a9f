/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import javax.annotation.Nullable;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Workload;

/** Taxi rides; which have not ended within two hours. */
public final class LongRide implements Workload {

  private final List<Query> queries = List.of(new LongRideQuery());

  @Override
  public String name() {
    return "long-ride";
  }

  @Override
  public String records() {
    return "events";
  }

  /** The script's {@code watermark.max-skew} is an hour more than the skew. */
  @Override
  public GeneratorDefaults defaults() {
    return new GeneratorDefaults(10_000, 0.5, Duration.ofHours(2));
  }

  @Override
  public String inputTopic() {
    return "ride_events";
  }

  @Override
  public List<Query> queries() {
    return queries;
  }

  /** The ride id: what the script joins on, so that both events of a ride are in one partition. */
  @Override
  @Nullable
  public byte[] keyOf(byte[] line) {
    return RideEvent.parse(line).map(RideEvent::rideId).map(Workload::bigintKey).orElse(null);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    return new LongRideGenerator(options);
  }
}
