/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import org.trilink.launcher.local.FlinkRest;
import picocli.CommandLine.Option;

/** Where the cluster of a running job is. */
final class ClusterUrl {

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8081",
      description = "the REST address of the job's cluster (default: ${DEFAULT-VALUE})")
  private String url;

  /**
   * The cluster that has a job, running or ended.
   *
   * @throws IllegalArgumentException if there is no such cluster or job
   */
  FlinkRest of(String job) {
    if (!url.matches("https?://[^\\s/]+/?")) {
      throw new IllegalArgumentException(
          "--url " + url + " is not an address; write one like http://host:8081");
    }
    FlinkRest rest = new FlinkRest(url);
    if (!rest.hasJob(job)) {
      throw new IllegalArgumentException(
          "the cluster at " + url + " has no job " + job + "; its web UI lists the jobs' ids");
    }
    return rest;
  }
}
