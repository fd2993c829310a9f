package org.trilink.benchmark.switching;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultCheck;
import org.trilink.examples.workload.Verdict;

/** Counts the readings of each device; readings come in the order of their time. */
final class PauseOracle implements Oracle, ExpectedRows<Long, PauseRow> {

  /** By device. */
  private final Map<Long, Long> readings = new HashMap<>();

  private final Map<Long, PauseRow> expected = new HashMap<>();
  private long unreadable;

  @Override
  public void accept(byte[] line) {
    Optional<JsonNode> reading = FlinkJson.parse(line);
    if (reading.isEmpty()) {
      unreadable++;
      return;
    }
    long id = FlinkJson.bigint(reading.get(), "id");
    long ts = FlinkJson.bigint(reading.get(), "ts");
    long count = readings.merge(id, 1L, Long::sum);
    expected.put(ts, new PauseRow(id, ts, count, true));
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<Long, PauseRow> check =
        new ResultCheck<>("row", PauseRow::parse, this).accept(rows.apply(PauseQuery.ROWS));
    return new Verdict(List.of(check.finish()), Optional.empty(), check.differences());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    return expected.values().stream()
        .sorted(Comparator.comparingLong(PauseRow::ts))
        .map(PauseRow::toJson)
        .iterator();
  }

  @Override
  public Stream<Long> keys() {
    return expected.keySet().stream();
  }

  @Override
  public Optional<PauseRow> find(Long ts) {
    return Optional.ofNullable(expected.get(ts));
  }
}
