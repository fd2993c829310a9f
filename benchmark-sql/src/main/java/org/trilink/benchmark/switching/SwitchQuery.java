package org.trilink.benchmark.switching;

import java.util.List;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** Devices whose value jumps from the lowest fifth to the highest, from one reading to the next. */
final class SwitchQuery implements Query {

  static final ResultTopic JUMPS = new ResultTopic("switch_jumps", "jumps");

  @Override
  public String name() {
    return "switch";
  }

  @Override
  public List<Result> results() {
    return List.of(JUMPS);
  }

  @Override
  public long demoRows() {
    return 1_000_000;
  }

  @Override
  public Oracle newOracle() {
    return new JumpOracle();
  }
}
