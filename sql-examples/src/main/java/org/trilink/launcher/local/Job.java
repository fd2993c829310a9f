/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.List;

/**
 * A job as the cluster reports it.
 *
 * @param state RUNNING, FINISHED, FAILED, ...
 */
public record Job(String id, String state, List<Vertex> vertices) {

  /**
   * One node of the job's graph, a chain of operators.
   *
   * @param running whether each of its tasks works or has finished, and not all have finished
   */
  public record Vertex(String id, String name, boolean running) {

    /** The placement of its keys, by its name; {@code hash} if the name has none. */
    public String partition() {
      return ReportedKeyLoad.partitionOf(name);
    }

    /** Whether its keys can be moved while the job runs. */
    public boolean isMonitored() {
      return partition().equals("auto") || partition().endsWith(" (monitored)");
    }
  }

  public Job {
    vertices = List.copyOf(vertices);
  }

  /** Its path in the REST interface. */
  String path() {
    return "/jobs/" + id;
  }

  /** The path of one of its vertices in the REST interface. */
  String path(Vertex vertex) {
    return path() + "/vertices/" + vertex.id;
  }

  /** Whether all its tasks work. */
  public boolean running() {
    return state.equals("RUNNING") && vertices.stream().allMatch(Vertex::running);
  }

  /** Whether it has finished successfully. */
  public boolean finished() {
    return state.equals("FINISHED");
  }

  /** Whether it has ended, or is about to end, in any other way. */
  public boolean failed() {
    return state.startsWith("FAIL") || state.startsWith("CANCEL") || state.equals("SUSPENDED");
  }
}
