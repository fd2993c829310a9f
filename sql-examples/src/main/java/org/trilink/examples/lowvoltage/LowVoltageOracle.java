package org.trilink.examples.lowvoltage;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Verdict;

/** Sorts readings into windows, one small object for each; then looks the result rows up. */
public final class LowVoltageOracle implements Oracle {

  /** The years 0000 to 9999: outside them TO_TIMESTAMP_LTZ, and so the event time, is null. */
  private static final long MIN_TS = -62_167_219_200_000L;

  private static final long MAX_TS = 253_402_300_799_999L;

  private final VoltageReadingParser parser = new VoltageReadingParser();
  private final Map<WindowKey, VoltageWindow> windows = new HashMap<>();
  private long unreadable;

  @Override
  public void accept(byte[] line) {
    Optional<VoltageReading> parsed = parser.parse(line);
    if (parsed.isEmpty() || !isEventTime(parsed.get().ts())) {
      unreadable++;
      return;
    }
    VoltageReading reading = parsed.get();
    windows
        .computeIfAbsent(
            WindowKey.of(reading.sensorId(), reading.ts()), unused -> new VoltageWindow())
        .add(reading.voltage());
  }

  private static boolean isEventTime(Long ts) {
    return ts != null && ts >= MIN_TS && ts <= MAX_TS;
  }

  @Override
  public long windows() {
    return windows.size();
  }

  @Override
  public long alerts() {
    return windows.values().stream().filter(VoltageWindow::isAlert).count();
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Iterable<byte[]> windowRows, Iterable<byte[]> alertRows) {
    ResultCheck windowCheck = new ResultCheck("window", windows, window -> true);
    windowRows.forEach(windowCheck::accept);
    ResultCheck alertCheck = new ResultCheck("alert", windows, VoltageWindow::isAlert);
    alertRows.forEach(alertCheck::accept);
    return new Verdict(
        windowCheck.finish(),
        alertCheck.finish(),
        windows.values().stream().mapToLong(VoltageWindow::readings).sum(),
        windowCheck.readingsCovered(),
        Stream.concat(windowCheck.differences().stream(), alertCheck.differences().stream())
            .toList());
  }

  @Override
  public Iterator<byte[]> alertRows() {
    return windows.entrySet().stream()
        .filter(entry -> entry.getValue().isAlert())
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> WindowRow.of(entry.getKey(), entry.getValue()).toJson())
        .iterator();
  }
}
