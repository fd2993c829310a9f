/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FlinkRest;
import org.trilink.launcher.local.Job;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/trilink partition}. */
@Command(
    name = "partition",
    description =
        "Shows how a running job's keys are placed, why they were moved or not, and changes that.",
    mixinStandardHelpOptions = true)
final class PartitionCommand extends UserCommand implements Callable<Integer> {

  private static final String STATUS = "{\"status\": true}";

  /**
   * In the name of a vertex: the strategy of its keyed operator, which is the head or next to it.
   */
  private static final Pattern PLACED =
      Pattern.compile("(?:^|-> )\\w+(?:\\[[^\\]]*])*?\\[partition=([^\\]]+)]");

  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(
      names = "--job",
      paramLabel = "ID",
      required = true,
      description = "the job's id, as in the web UI")
  private String job;

  @Mixin private ClusterUrl cluster;

  @Option(
      names = "--operator",
      paramLabel = "NAME|NUMBER",
      description = "which operator, if there are several: its number, or a part of its name")
  private String operator;

  @Option(names = "--json", description = "prints JSON, one array for all operators")
  private boolean json;

  @ArgGroup(
      validate = false,
      heading = "%nChanges, which are kept in the job's checkpoints and savepoints:%n")
  private final MonitorArguments changes = new MonitorArguments();

  @Override
  public Integer call() {
    List<String> commands = parsed(changes::commands);
    FlinkRest rest = parsed(() -> cluster.of(job));
    Job found = rest.job(job);
    if (found.finished() || found.failed()) {
      throw new CommandFailure(
          "the job "
              + job
              + " is not running any more: it is "
              + found.state().toLowerCase(Locale.ROOT));
    }
    List<Job.Vertex> placed =
        found.vertices().stream().filter(vertex -> PLACED.matcher(vertex.name()).find()).toList();
    List<Job.Vertex> monitored = placed.stream().filter(Job.Vertex::isMonitored).toList();
    if (monitored.isEmpty()) {
      return withoutMonitor(placed, commands);
    }
    show(apply(rest, monitored, commands));
    return 0;
  }

  private int withoutMonitor(List<Job.Vertex> placed, List<String> commands) {
    String reason =
        (placed.isEmpty()
                ? "no operator of the job has keys that Trilink placed"
                : "no operator of the job has a monitor, so no key moves")
            + "; start the job with 'partition'='auto', or with another strategy and"
            + " 'partition.monitor'";
    if (!commands.isEmpty()) {
      throw new CommandFailure(reason);
    }
    if (json) {
      println("[]");
      return 0;
    }
    placed.forEach(vertex -> println("partition=" + vertex.partition() + ": " + vertex.name()));
    println(reason);
    return 0;
  }

  // ------------------------------------------------------------------------------------- changes

  /** The states of the operators that are to be shown, afterwards. */
  private List<ObjectNode> apply(
      FlinkRest rest, List<Job.Vertex> monitored, List<String> commands) {
    List<Integer> chosen = chosen(monitored);
    require(
        commands.isEmpty() || chosen.size() == 1,
        "the job has "
            + chosen.size()
            + " operators whose keys can be moved; select one with --operator");
    List<ObjectNode> states = new ArrayList<>();
    for (int index : chosen) {
      Job.Vertex vertex = monitored.get(index);
      JsonNode state = null;
      for (int done = 0; done < commands.size(); done++) {
        state = ask(rest, vertex, commands.get(done), commands.subList(0, done));
      }
      if (state == null) {
        state = ask(rest, vertex, STATUS, List.of());
      }
      states.add(((ObjectNode) state).put("number", index + 1));
    }
    return states;
  }

  private List<Integer> chosen(List<Job.Vertex> monitored) {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < monitored.size(); i++) {
      if (operator == null
          || operator.equals(String.valueOf(i + 1))
          || (!operator.matches("\\d+") && monitored.get(i).name().contains(operator))) {
        chosen.add(i);
      }
    }
    require(
        !chosen.isEmpty(),
        "--operator "
            + operator
            + ": none of the operators whose keys can be moved has that number or name; there"
            + " are "
            + monitored.size()
            + ". Without --operator, all of them are shown");
    return chosen;
  }

  private JsonNode ask(FlinkRest rest, Job.Vertex vertex, String command, List<String> before) {
    JsonNode answer = rest.askPlacement(job, vertex.id(), command);
    if (answer.has("error")) {
      throw new CommandFailure(
          command
              + " was rejected: "
              + answer.path("error").asText()
              + (before.isEmpty()
                  ? ""
                  : " Commands that were applied before it: " + String.join(" ", before)));
    }
    return answer;
  }

  // --------------------------------------------------------------------------------------- shown

  private void show(List<ObjectNode> states) {
    if (json) {
      ArrayNode array = JSON.createArrayNode();
      states.forEach(array::add);
      println(array.toPrettyString());
      return;
    }
    for (int i = 0; i < states.size(); i++) {
      if (i > 0) {
        println("");
      }
      PlacementReport.lines(states.get(i)).forEach(this::println);
    }
  }
}
