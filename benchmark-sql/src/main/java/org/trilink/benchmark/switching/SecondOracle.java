package org.trilink.benchmark.switching;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.BitSet;
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

/** What each device has sent in each second. */
final class SecondOracle implements Oracle, ExpectedRows<Long, SecondRow> {

  private static final long SECOND = 1_000;

  private final Map<Long, Sent> seconds = new HashMap<>();
  private long unreadable;

  /** By a device in a second. */
  private static final class Sent {

    final long id;
    final long second;
    final BitSet values = new BitSet();
    long readings;
    long total;

    Sent(long id, long second) {
      this.id = id;
      this.second = second;
    }

    SecondRow row() {
      return new SecondRow(id, second, readings, total, values.cardinality());
    }
  }

  @Override
  public void accept(byte[] line) {
    Optional<JsonNode> reading = FlinkJson.parse(line);
    if (reading.isEmpty()) {
      unreadable++;
      return;
    }
    long id = FlinkJson.bigint(reading.get(), "id");
    long v = FlinkJson.bigint(reading.get(), "v");
    long second = FlinkJson.bigint(reading.get(), "ts") / SECOND;
    Sent sent = seconds.computeIfAbsent(SecondRow.key(id, second), none -> new Sent(id, second));
    sent.values.set(Math.toIntExact(v));
    sent.readings++;
    sent.total += v;
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<Long, SecondRow> check =
        new ResultCheck<>("second", SecondRow::parse, this).accept(rows.apply(SwitchQuery.SECONDS));
    return new Verdict(List.of(check.finish()), Optional.empty(), check.differences());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    return keys().sorted().map(key -> seconds.get(key).row().toJson()).iterator();
  }

  @Override
  public Stream<Long> keys() {
    return seconds.keySet().stream();
  }

  @Override
  public Optional<SecondRow> find(Long key) {
    return Optional.ofNullable(seconds.get(key)).map(Sent::row);
  }
}
