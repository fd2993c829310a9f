/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultCheck;
import org.trilink.examples.workload.Verdict;

/** Follows each sensor's low readings; a sensor's readings must come in order. */
final class SustainedSagOracle implements Oracle {

  private final Map<Long, LowRun> runs = new HashMap<>();
  private final Map<SagKey, SagRow> sags = new HashMap<>();
  private long unreadable;

  @Override
  public void accept(byte[] line) {
    Optional<VoltageReading> parsed =
        VoltageReadingParser.parse(line)
            .filter(reading -> reading.voltage() != null)
            .filter(VoltageReading::hasEventTime);
    if (parsed.isEmpty()) {
      unreadable++;
      return;
    }
    VoltageReading reading = parsed.get();
    runs.computeIfAbsent(reading.sensorId(), LowRun::new)
        .add(reading.ts(), reading.voltage())
        .ifPresent(sag -> sags.put(sag.key(), sag));
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<SagKey, SagRow> check =
        new ResultCheck<>("sag", SagRow::parse, new ExpectedSags(sags))
            .accept(rows.apply(SustainedSagQuery.SAGS));
    return new Verdict(List.of(check.finish()), Optional.empty(), check.differences());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    return sags.values().stream()
        .sorted(Comparator.comparing(SagRow::key))
        .map(SagRow::toJson)
        .iterator();
  }

  /** All of the input's sags. */
  private record ExpectedSags(Map<SagKey, SagRow> sags) implements ExpectedRows<SagKey, SagRow> {

    @Override
    public Stream<SagKey> keys() {
      return sags.keySet().stream();
    }

    @Override
    public Optional<SagRow> find(SagKey key) {
      return Optional.ofNullable(sags.get(key));
    }
  }
}
