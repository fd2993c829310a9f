/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;
import org.trilink.planner.Trilink;

/** Runs queries on a Flink cluster of two slots that is in this process. */
public final class EmbeddedFlink implements AutoCloseable {

  /** How many; the source and the sink of a job have as many subtasks. */
  public static final int SLOTS = 2;

  public static final String MANAGED_MEMORY = "1g";

  /** The option for how often there is a checkpoint. */
  public static final String CHECKPOINT_INTERVAL = "execution.checkpointing.interval";

  private final Configuration flink = new Configuration();
  private final MiniCluster cluster;

  /**
   * Starts the cluster.
   *
   * @param backend of the state
   * @param checkpoints the folder that they are written to; there are some if these options, or
   *     those of a query, have {@link #CHECKPOINT_INTERVAL}
   * @param options further ones of Flink's
   */
  public EmbeddedFlink(StateBackend backend, Path checkpoints, Map<String, String> options)
      throws Exception {
    flink.setString("state.backend", backend.nameInFlink());
    flink.setString("state.checkpoints.dir", checkpoints.toUri().toString());
    flink.setString("pipeline.object-reuse", "true");
    flink.setString("restart-strategy", "none");
    flink.setString("taskmanager.memory.managed.size", MANAGED_MEMORY);
    flink.setString("rest.port", "0");
    flink.setString("web.checkpoints.history", "10000"); // all, for their pauses
    options.forEach(flink::setString);
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(flink)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .build());
    cluster.start();
  }

  /** Runs a query over the whole of its input. */
  public Outcome run(EmbeddedQuery query) {
    Configuration options = new Configuration(flink);
    query.settings().forEach(options::setString);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(SLOTS, options);
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    if (query.engine() == Engine.TRILINK) {
      Trilink.install(tables);
    }
    query.settings().forEach(tables.getConfig().getConfiguration()::setString);
    query.definitions().forEach(tables::executeSql);
    Table result = tables.sqlQuery(query.sql());
    tables
        .createStatementSet()
        .addInsert(TableDescriptor.forConnector(DigestTable.CONNECTOR).build(), result)
        .attachAsDataStream();
    JobExecutionResult job = execute(environment);
    return new Outcome(
        Stopwatch.seconds(job),
        Stopwatch.cpuSeconds(job),
        Stopwatch.garbageSeconds(job),
        DigestTable.of(job),
        checkpoints(job.getJobID()));
  }

  private JobExecutionResult execute(StreamExecutionEnvironment environment) {
    try {
      return cluster.executeJobBlocking(environment.getStreamGraph().getJobGraph());
    } catch (JobExecutionException e) {
      throw new IllegalStateException("the job failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Checkpoints checkpoints(JobID job) {
    return Checkpoints.of(
        cluster.getArchivedExecutionGraph(job).join().getCheckpointStatsSnapshot());
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
