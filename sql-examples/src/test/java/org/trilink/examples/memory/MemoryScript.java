/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.memory;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.trilink.launcher.local.SqlScript;
import org.trilink.runtime.testing.SharedCluster;

/** Runs a workload's script on stock Flink in this JVM, with memory topics instead of Kafka's. */
public final class MemoryScript {

  private static final Pattern SET = Pattern.compile("SET '(.*)' = '(.*)';");

  private final List<String> statements;

  private MemoryScript(List<String> statements) {
    this.statements = statements;
  }

  /** The script of one of a workload's queries. */
  public static MemoryScript of(String workload, String query) {
    return new MemoryScript(
        SqlScript.read(Path.of(workload, query + ".sql"))
            .withoutTrilinkHints()
            .statements()
            .stream()
            .map(statement -> statement.replace("'kafka'", "'memory-topic'"))
            .toList());
  }

  /** Returns this script with Redis at another address. */
  public MemoryScript withRedis(String address) {
    return new MemoryScript(
        statements.stream()
            .map(statement -> statement.replace(SqlScript.DEFAULT_REDIS, address))
            .toList());
  }

  /** Returns when the job has read its topics to the end. */
  public void runOnStockFlink() throws ExecutionException, InterruptedException {
    TableEnvironment environment =
        StreamTableEnvironment.create(SharedCluster.environment(2, new Configuration()));
    environment.getConfig().getConfiguration().setString("pipeline.auto-watermark-interval", "1");
    // Flink's local aggregate does not flush its buffer at watermarks before 1970, and later it is
    // too late.
    environment
        .getConfig()
        .getConfiguration()
        .setString("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    StatementSet inserts = environment.createStatementSet();
    for (String statement : statements) {
      Matcher set = SET.matcher(statement);
      if (set.matches()) {
        environment.getConfig().getConfiguration().setString(set.group(1), set.group(2));
      } else if (statement.startsWith("CREATE")) {
        environment.executeSql(withoutSemicolon(statement));
      } else if (statement.startsWith("INSERT")) {
        inserts.addInsertSql(withoutSemicolon(statement));
      }
    }
    inserts.execute().await();
  }

  private static String withoutSemicolon(String statement) {
    return statement.substring(0, statement.length() - 1);
  }
}
