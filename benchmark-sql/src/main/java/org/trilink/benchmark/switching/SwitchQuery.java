package org.trilink.benchmark.switching;

import java.util.List;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** Readings that are more than twice the mean of their device's last twenty. */
final class SwitchQuery implements Query {

  static final ResultTopic PEAKS = new ResultTopic("switch_peaks", "peaks");

  @Override
  public String name() {
    return "switch";
  }

  @Override
  public List<Result> results() {
    return List.of(PEAKS);
  }

  @Override
  public long demoRows() {
    return 1_000_000;
  }

  @Override
  public Oracle newOracle() {
    return new PeakOracle();
  }
}
