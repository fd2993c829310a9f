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

/** Compares each reading with its device's last one; readings come in the order of their time. */
final class JumpOracle implements Oracle, ExpectedRows<Long, JumpRow> {

  private static final long LOW = 200;
  private static final long HIGH = 800;

  /** By device. */
  private final Map<Long, Long> lastValues = new HashMap<>();

  private final Map<Long, JumpRow> jumps = new HashMap<>();
  private long unreadable;

  @Override
  public void accept(byte[] line) {
    Optional<JsonNode> reading = FlinkJson.parse(line);
    if (reading.isEmpty()) {
      unreadable++;
      return;
    }
    long id = FlinkJson.bigint(reading.get(), "id");
    long v = FlinkJson.bigint(reading.get(), "v");
    Long last = lastValues.put(id, v);
    if (last != null && last < LOW && v >= HIGH) {
      long ts = FlinkJson.bigint(reading.get(), "ts");
      jumps.put(ts, new JumpRow(id, ts, last, v));
    }
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<Long, JumpRow> check =
        new ResultCheck<>("jump", JumpRow::parse, this).accept(rows.apply(SwitchQuery.JUMPS));
    return new Verdict(List.of(check.finish()), Optional.empty(), check.differences());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    return jumps.values().stream()
        .sorted(Comparator.comparingLong(JumpRow::ts))
        .map(JumpRow::toJson)
        .iterator();
  }

  @Override
  public Stream<Long> keys() {
    return jumps.keySet().stream();
  }

  @Override
  public Optional<JumpRow> find(Long ts) {
    return Optional.ofNullable(jumps.get(ts));
  }
}
