/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.trilink.launcher.local.ClusterControl;
import org.trilink.launcher.local.ClusterProcess;
import org.trilink.launcher.local.ProcessState;
import org.trilink.launcher.local.WorkFolder;

/** Tells where a cluster is and what its processes do. */
final class ClusterStatus {

  static final String NO_CLUSTER = "no cluster runs; start one with bin/trilink cluster start";

  private final Path path;
  private final PrintWriter out;

  /**
   * @param path of the cluster's folder
   */
  ClusterStatus(Path path, PrintWriter out) {
    this.path = path;
    this.out = out;
  }

  /** Prints it; returns whether all processes run and the JobManager answers. */
  boolean print() {
    Optional<ClusterControl> cluster = ClusterControl.findRunning(path);
    if (cluster.isEmpty()) {
      out.println(
          WorkFolder.isAt(path)
              ? "the cluster's processes have all ended; its logs are in "
                  + new WorkFolder(path).logs()
                  + ", bin/trilink cluster stop deletes them"
              : NO_CLUSTER);
      return false;
    }
    return print(cluster.get());
  }

  private boolean print(ClusterControl cluster) {
    List<ClusterProcess> processes = cluster.processes();
    Optional<JsonNode> overview = overview(cluster);
    out.println("web UI: " + cluster.rest().url());
    out.println("broker: " + cluster.servers().broker());
    cluster.servers().redis().ifPresent(address -> out.println("Redis:  " + address));
    out.println(
        "slots:  " + overview.map(ClusterStatus::slots).orElse("the JobManager does not answer"));
    int width = processes.stream().mapToInt(process -> process.name().length()).max().orElse(0);
    for (ClusterProcess process : processes) {
      String name = process.name() + " ".repeat(width - process.name().length());
      out.println("  " + name + "  " + state(process));
    }
    return overview.isPresent()
        && processes.stream().allMatch(process -> process.state() == ProcessState.RUNNING);
  }

  /** A paused JobManager would take the request, and not answer. */
  private static Optional<JsonNode> overview(ClusterControl cluster) {
    return cluster.isJobManagerRunning() ? cluster.rest().overview() : Optional.empty();
  }

  private String state(ClusterProcess process) {
    String what =
        process.state()
            + (process.id().isPresent() ? ", process " + process.id().getAsLong() : "")
            + (process.startedByOthers() ? ", not started here" : "");
    return switch (process.state()) {
      case RUNNING -> what;
      case PAUSED -> what + "; bin/trilink cluster resume " + process.name();
      case KILLED -> what + "; bin/trilink cluster restart " + process.name();
      case DIED ->
          "%s; see %s; bin/trilink cluster restart %s"
              .formatted(what, new WorkFolder(path).logs(), process.name());
    };
  }

  private static String slots(JsonNode overview) {
    return "%d of %d free, on %d TaskManagers"
        .formatted(
            overview.path("slots-available").asInt(),
            overview.path("slots-total").asInt(),
            overview.path("taskmanagers").asInt());
  }
}
