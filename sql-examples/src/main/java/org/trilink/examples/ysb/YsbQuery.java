package org.trilink.examples.ysb;

import java.util.List;
import java.util.OptionalLong;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;

/** Views per campaign and 10 seconds. */
final class YsbQuery implements Query {

  static final Result WINDOWS = new CampaignWindows();

  @Override
  public String name() {
    return "ysb";
  }

  @Override
  public List<Result> results() {
    return List.of(WINDOWS);
  }

  @Override
  public long demoRows() {
    return 500_000;
  }

  @Override
  public Oracle newOracle() {
    return new YsbOracle();
  }

  /** Empty for a row from before its window's end: the job was ended, and all windows with it. */
  @Override
  public OptionalLong latencyMs(byte[] row) {
    return SeenCountRow.parse(row)
        .filter(parsed -> parsed.timeUpdated() != null && parsed.latencyMs() >= 0)
        .map(parsed -> OptionalLong.of(parsed.latencyMs()))
        .orElseGet(OptionalLong::empty);
  }
}
