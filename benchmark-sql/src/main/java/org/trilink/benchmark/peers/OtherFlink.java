/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.Submitter;
import org.trilink.launcher.local.JavaRuntime;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.WorkFolder;

/**
 * A session cluster of another version of Flink, and its SQL Client. They have the jars of that
 * version only; nodes, broker, memory and options are those of the benchmark's own cluster.
 */
record OtherFlink(LocalServices services) implements Submitter, AutoCloseable {

  /**
   * The flags by which Flink's scripts open packages of a newer JDK, besides those that 1.14 needs.
   */
  private static final String[] OPENS =
      Stream.of(
              "java.net",
              "java.io",
              "java.nio",
              "java.lang.reflect",
              "java.text",
              "java.time",
              "java.util.concurrent",
              "java.util.concurrent.atomic",
              "java.util.concurrent.locks")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toArray(String[]::new);

  /**
   * Starts one, and waits until it is ready.
   *
   * @param name of the folder in which its processes write; in the folder of the cluster's logs, so
   *     that they are kept with them
   */
  static OtherFlink start(BenchCluster cluster, String name, List<Path> jars) {
    cluster.context().progress().note("starting " + name);
    WorkFolder folder = WorkFolder.create(cluster.services().folder().logs().resolve(name));
    LocalServices services = new LocalServices(cluster.context().home(), folder);
    try {
      cluster.startBeside(services, JavaRuntime.current().withNothingBut(jars, OPENS), Map.of());
      services.cluster().awaitReady();
      return new OtherFlink(services);
    } catch (RuntimeException e) {
      services.close();
      throw e;
    }
  }

  @Override
  public String submit(SubmittedJob job) {
    return services.submit(job.engine(), job.script().get());
  }

  @Override
  public void close() {
    services.close();
  }
}
