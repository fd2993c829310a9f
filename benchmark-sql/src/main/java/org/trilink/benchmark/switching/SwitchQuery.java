package org.trilink.benchmark.switching;

import java.util.List;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** What each device has sent in each second of event time. */
final class SwitchQuery implements Query {

  static final ResultTopic SECONDS = new ResultTopic("switch_seconds", "seconds");

  @Override
  public String name() {
    return "switch";
  }

  @Override
  public List<Result> results() {
    return List.of(SECONDS);
  }

  @Override
  public long demoRows() {
    return 1_000_000;
  }

  @Override
  public Oracle newOracle() {
    return new SecondOracle();
  }
}
