/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Workload;

/** Taxi rides; which have not ended within two hours. */
public final class LongRide implements Workload {

  static final ResultTopic ALERTS = new ResultTopic("long_ride_alerts", "alerts");

  /** The rides that have not ended two hours after they began. */
  private final Query longRide =
      new Query("long-ride", List.of(ALERTS), Set.of("start_ts"), 2_000_000, LongRideOracle::new);

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
    return List.of(longRide);
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
