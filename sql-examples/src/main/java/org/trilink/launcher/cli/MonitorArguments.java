/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.trilink.runtime.move.balance.MonitorCommand;
import picocli.CommandLine.Option;

/** Changes to the monitor of a running job, as options of a command. */
final class MonitorArguments {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(
      names = "--set",
      paramLabel = "STRATEGY",
      description =
          "moves keys to where a strategy places them: auto, least-count, hash, modulo or weight")
  private String set;

  @Option(
      names = "--monitor",
      paramLabel = "WHEN",
      description =
          "when the balance is judged: threshold; period, with --interval; count, with --records;"
              + " off")
  private String monitor;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      description = "with --monitor period: the time between two judgements, such as '5 min'")
  private String interval;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "with --monitor count: the records between two judgements")
  private Long records;

  @Option(
      names = "--threshold",
      paramLabel = "DEGREE",
      description = "the balance degree, above 0, up to 1, below which keys are moved")
  private Double threshold;

  @Option(
      names = "--sample-rate",
      paramLabel = "RATE",
      description = "the share of the records, above 0, up to 1, whose keys are looked at")
  private Double sampleRate;

  @Option(
      names = "--weights",
      paramLabel = "N,N,...",
      split = ",",
      description = "the share of the keys of each subtask in percent, such as 20,50,30")
  private List<Integer> weights;

  @Option(names = "--freeze", description = "moves no key until --unfreeze")
  private boolean freeze;

  @Option(names = "--unfreeze", description = "lets keys move again")
  private boolean unfreeze;

  @Option(
      names = "--sync-now",
      description = "judges now, and moves keys if that helps, whatever the threshold is")
  private boolean syncNow;

  /**
   * The commands, in the order in which they are to be given; empty for none.
   *
   * @throws IllegalArgumentException if one of them is wrong
   */
  List<String> commands() {
    if (freeze && unfreeze) {
      throw new IllegalArgumentException("--freeze and --unfreeze exclude each other");
    }
    if (monitor == null && (interval != null || records != null)) {
      throw new IllegalArgumentException(
          "--interval needs --monitor period, and --records needs --monitor count");
    }
    List<ObjectNode> nodes = new ArrayList<>();
    add(nodes, "weights", weights);
    add(nodes, "threshold", threshold);
    add(nodes, "sample-rate", sampleRate);
    if (monitor != null) {
      nodes.add(monitorCommand());
    }
    add(nodes, "set", set);
    add(nodes, "freeze", (freeze || unfreeze) ? freeze : null);
    add(nodes, "sync-now", syncNow ? true : null);
    return nodes.stream().map(MonitorArguments::checked).toList();
  }

  private static void add(List<ObjectNode> nodes, String name, @Nullable Object value) {
    if (value != null) {
      nodes.add(JSON.createObjectNode().set(name, JSON.valueToTree(value)));
    }
  }

  private ObjectNode monitorCommand() {
    ObjectNode command = JSON.createObjectNode().put("monitor", monitor);
    if (interval != null) {
      command.put("interval", interval);
    }
    if (records != null) {
      command.put("records", records);
    }
    return command;
  }

  /** Checks the value as the job would. */
  private static String checked(ObjectNode command) {
    return MonitorCommand.parse(command.toString()).toString();
  }
}
