/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultRows;
import org.trilink.launcher.local.ClusterServers;

/** The windows in Redis, in the benchmark's layout. */
record CampaignWindows() implements Result {

  @Override
  public String rows() {
    return "windows";
  }

  @Override
  public ResultRows open(ClusterServers servers) {
    return new CampaignWindowRows(new BenchmarkRedis(servers.redis().orElseThrow()));
  }
}
