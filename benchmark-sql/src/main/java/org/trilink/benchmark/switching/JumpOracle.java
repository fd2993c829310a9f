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

/**
 * Compares each reading with its device's last twenty; readings come in the order of their time.
 */
final class PeakOracle implements Oracle, ExpectedRows<Long, PeakRow> {

  private static final int LAST = 20;

  /** The last readings of a device. */
  private static final class Readings {

    private final long[] values = new long[LAST];
    private long count;
    private long total;

    void add(long v) {
      int slot = (int) (count++ % LAST);
      total += v - values[slot];
      values[slot] = v;
    }

    boolean isPeak(long v) {
      return v * Math.min(count, LAST) > 2 * total;
    }
  }

  private final Map<Long, Readings> devices = new HashMap<>();
  private final Map<Long, PeakRow> peaks = new HashMap<>();
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
    Readings device = devices.computeIfAbsent(id, any -> new Readings());
    device.add(v);
    if (device.isPeak(v)) {
      long ts = FlinkJson.bigint(reading.get(), "ts");
      peaks.put(ts, new PeakRow(id, ts, v, device.total));
    }
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<Long, PeakRow> check =
        new ResultCheck<>("peak", PeakRow::parse, this).accept(rows.apply(SwitchQuery.PEAKS));
    return new Verdict(List.of(check.finish()), Optional.empty(), check.differences());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    return peaks.values().stream()
        .sorted(Comparator.comparingLong(PeakRow::ts))
        .map(PeakRow::toJson)
        .iterator();
  }

  @Override
  public Stream<Long> keys() {
    return peaks.keySet().stream();
  }

  @Override
  public Optional<PeakRow> find(Long ts) {
    return Optional.ofNullable(peaks.get(ts));
  }
}
