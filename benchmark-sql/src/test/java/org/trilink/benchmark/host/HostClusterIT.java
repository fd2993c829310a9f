/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.TopicRows;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.demo.DemoSession;
import org.trilink.launcher.demo.InputTopic;
import org.trilink.launcher.demo.JobRun;
import org.trilink.launcher.demo.Topics;
import org.trilink.launcher.local.ClusterOptions;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.SqlScript;
import org.trilink.launcher.local.TrilinkHome;

/** A Flink session cluster on hosts, with its broker on the machine. */
@ExtendWith(RequiresHosts.class)
class HostClusterIT {

  private static final int NODES = 2;
  private static final long ROWS = 6_000;
  private static final double CORES_PER_NODE = 0.5;

  @TempDir private Path folder;

  @Test
  void runsSqlExactly() {
    Workload workload = Workloads.byName("low-voltage");
    TrilinkHome home = TrilinkHome.current();
    try (Hosts hosts = Hosts.open(NODES);
        DemoSession session = DemoSession.open(home, folder, left -> {})) {
      LocalServices services = session.services();
      services.start(
          new ClusterOptions(
              0,
              8081,
              1,
              Map.of("parallelism.default", String.valueOf(NODES), "restart-strategy", "none"),
              hosts.cluster()));
      String broker = services.broker().awaitAddress();
      assertThat(broker).startsWith(hosts.cluster().services().host() + ":");
      Oracle<?> oracle = workload.mainQuery().newOracle();
      try (Topics topics = new Topics(broker, NODES)) {
        topics.create(List.of(workload.inputTopic()));
        topics.create(workload.mainQuery().topics().stream().map(ResultTopic::name).toList());
        new InputTopic(workload, broker)
            .fill(
                workload.generate(
                    new GeneratorOptions(ROWS, 100, 0.5, Duration.ofMinutes(3), 0, 1)),
                oracle::accept,
                count -> {});
        services.cluster().awaitReady();
        hosts.limitLinks(LinkRate.parse("100mbit"));
        SqlScript script =
            SqlScript.read(home.script(workload.name(), workload.mainQuery().name()));
        JobRun job =
            new JobRun(services, services.submit(Engine.TRILINK, script.withBroker(broker)));
        job.awaitRunning();
        hosts.limitCpu(CORES_PER_NODE);
        job.awaitConsumed(
            workload.inputTopic(), topics.ends(workload.inputTopic()), consumed -> {});
        assertThat(job.exchangedBytes().between()).isPositive();
        job.drain();
        Verdict verdict =
            oracle.verify(result -> new TopicRows(broker, ((ResultTopic) result).name()));

        assertThat(verdict.differences()).isEmpty();
        assertThat(verdict.exact()).isTrue();
      }
      session.succeeded(false);
    }
  }
}
