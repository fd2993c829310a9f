/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.Nullable;

/**
 * A run in tables of a MySQL-compatible server: {@link JdbcTables}. Every change is one
 * transaction. Whoever changes a bucket's accumulators locks the bucket's row first, buckets in
 * their order; so there are no deadlocks, and a bucket's versions become visible in their order.
 */
final class JdbcMergeStore implements MergeStore {

  /** How many rows one statement reads or writes. */
  private static final int BATCH = 500;

  private static final String ANY_RUN = "run = ?";

  private final StoreAddress address;
  private final MergeRun run;
  private final JdbcConnections connections;
  private final Conflicts conflicts = new Conflicts();

  JdbcMergeStore(StoreAddress address, MergeRun run, ClassLoader drivers) {
    this.address = address;
    this.run = run;
    this.connections = new JdbcConnections(address, drivers);
  }

  /** What is done in a transaction. */
  @FunctionalInterface
  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private <T> T inTransaction(Work<T> work) {
    for (int attempt = 0; ; attempt++) {
      try {
        Connection connection = connections.get();
        try {
          T result = work.on(connection);
          connection.commit();
          return result;
        } catch (SQLException | StoreException e) {
          connections.rollBack();
          throw e;
        }
      } catch (SQLException e) {
        if (!JdbcConnections.isConflict(e)) {
          throw connections.failure(e);
        }
        conflicts.pause(attempt);
      }
    }
  }

  @Override
  public void close() {
    connections.close();
  }

  // -------------------------------------------------------------------------------- the run

  @Override
  public void join(Membership member) {
    inTransaction(
        connection -> {
          JdbcTables.create(connection);
          return null;
        });
    inTransaction(
        connection -> {
          enter(connection, member);
          updated(
              connection,
              "INSERT INTO trilink_merge_progress (run, subtask, writer, bound, idle, ended)"
                  + " VALUES (?, ?, ?, ?, FALSE, FALSE) ON DUPLICATE KEY UPDATE"
                  + " writer = VALUES(writer), ended = FALSE, staged = NULL",
              run.id(),
              member.subtask(),
              member.writer(),
              Long.MIN_VALUE);
          return null;
        });
  }

  private void enter(Connection connection, Membership member) throws SQLException {
    if (!member.isRestored()) {
      updated(
          connection,
          "INSERT INTO trilink_merge_runs (run, job, parallelism) VALUES (?, ?, ?)"
              + " ON DUPLICATE KEY UPDATE run = run",
          run.id(),
          run.job(),
          member.parallelism());
    }
    try (PreparedStatement query =
            prepared(
                connection,
                "SELECT job, parent, parent_checkpoint, parallelism FROM trilink_merge_runs"
                    + " WHERE run = ? FOR UPDATE",
                run.id());
        ResultSet found = query.executeQuery()) {
      if (!found.next()) {
        throw run.missing(address);
      }
      String current = found.getString(1);
      boolean again = current.equals(run.job());
      boolean goesOn = current.equals(member.restoredJob());
      // another job started from the same savepoint, and has added nothing since
      boolean inPlaceOf =
          member.isRestored()
              && member.restoredJob().equals(found.getString(2))
              && member.restoredCheckpoint() == found.getLong(3);
      if (!again && !goesOn && !inPlaceOf) {
        throw run.taken(address, current);
      }
      long applied = applied(connection);
      if (applied > member.restoredCheckpoint()) {
        throw run.ahead(address, String.valueOf(applied), member);
      }
      if (!again) {
        updated(
            connection,
            "UPDATE trilink_merge_runs SET job = ?, parent = ?, parent_checkpoint = ? WHERE run = ?",
            run.job(),
            member.restoredJob(),
            member.restoredCheckpoint(),
            run.id());
      }
      if (!again || found.getInt(4) != member.parallelism()) {
        updated(
            connection,
            "UPDATE trilink_merge_runs SET parallelism = ?, sealed = NULL WHERE run = ?",
            member.parallelism(),
            run.id());
        updated(connection, "DELETE FROM trilink_merge_progress WHERE run = ?", run.id());
      }
    }
  }

  private long applied(Connection connection) throws SQLException {
    try (PreparedStatement query =
            prepared(
                connection,
                "SELECT MAX(checkpoint) FROM trilink_merge_writers WHERE run = ?",
                run.id());
        ResultSet found = query.executeQuery()) {
      found.next();
      long applied = found.getLong(1);
      return found.wasNull() ? Chunk.NO_CHECKPOINT : applied;
    }
  }

  @Override
  public void publish(int subtask, long bound, boolean idle) {
    inTransaction(
        connection ->
            updated(
                connection,
                "UPDATE trilink_merge_progress SET bound = ?, idle = ? WHERE run = ? AND subtask = ?",
                bound,
                idle,
                run.id(),
                subtask));
  }

  @Override
  public void end(int subtask, String writer) {
    inTransaction(
        connection ->
            updated(
                connection,
                "UPDATE trilink_merge_progress SET ended = TRUE"
                    + " WHERE run = ? AND subtask = ? AND writer = ?",
                run.id(),
                subtask,
                writer));
  }

  @Override
  public void seal(int subtask, String writer, StagedArea area) {
    inTransaction(
        connection -> {
          if (lockRun(connection, "FOR UPDATE").sealed) {
            return null;
          }
          updated(
              connection,
              "UPDATE trilink_merge_progress SET staged = ?"
                  + " WHERE run = ? AND subtask = ? AND writer = ?",
              area.toString(),
              run.id(),
              subtask,
              writer);
          RunProgress progress = progress(connection);
          if (progress.allStaged()) {
            updated(
                connection,
                "UPDATE trilink_merge_runs SET sealed = ? WHERE run = ?",
                StagedArea.print(progress.staged()),
                run.id());
          }
          return null;
        });
  }

  @Override
  public RunProgress progress() {
    return inTransaction(this::progress);
  }

  private RunProgress progress(Connection connection) throws SQLException {
    int parallelism = 0;
    String sealed = null;
    try (PreparedStatement query =
            prepared(
                connection,
                "SELECT parallelism, sealed FROM trilink_merge_runs WHERE " + ANY_RUN,
                run.id());
        ResultSet found = query.executeQuery()) {
      if (found.next()) {
        parallelism = found.getInt(1);
        sealed = found.getString(2);
      }
    }
    Map<Integer, RunProgress.Subtask> subtasks = new TreeMap<>();
    try (PreparedStatement query =
            prepared(
                connection,
                "SELECT subtask, bound, idle, ended, staged FROM trilink_merge_progress WHERE "
                    + ANY_RUN,
                run.id());
        ResultSet found = query.executeQuery()) {
      while (found.next()) {
        String staged = found.getString(5);
        subtasks.put(
            found.getInt(1),
            new RunProgress.Subtask(
                found.getLong(2),
                found.getBoolean(3),
                found.getBoolean(4),
                staged == null ? null : StagedArea.parse(staged)));
      }
    }
    return new RunProgress(
        parallelism, subtasks, sealed == null ? null : StagedArea.parseAll(sealed));
  }

  // ------------------------------------------------------------------------------ accumulators

  /** What must be known of a run before it is changed. */
  private static final class RunRow {
    private final String job;
    private final boolean sealed;

    RunRow(String job, boolean sealed) {
      this.job = job;
      this.sealed = sealed;
    }
  }

  private RunRow lockRun(Connection connection, String lock) throws SQLException {
    try (PreparedStatement query =
            prepared(
                connection,
                "SELECT job, sealed IS NOT NULL FROM trilink_merge_runs WHERE run = ? " + lock,
                run.id());
        ResultSet found = query.executeQuery()) {
      if (!found.next()) {
        throw run.missing(address);
      }
      return new RunRow(found.getString(1), found.getBoolean(2));
    }
  }

  @Override
  public boolean apply(Chunk chunk, Combiner combiner) {
    return inTransaction(connection -> apply(connection, chunk, combiner));
  }

  private boolean apply(Connection connection, Chunk chunk, Combiner combiner) throws SQLException {
    RunRow row = lockRun(connection, "LOCK IN SHARE MODE");
    if (!row.job.equals(run.job())) {
      throw run.takenOver(address);
    }
    if (row.sealed || isApplied(connection, chunk)) {
      return false;
    }
    NavigableMap<Integer, List<Increment>> buckets = new TreeMap<>();
    for (Increment increment : chunk.increments()) {
      buckets.computeIfAbsent(increment.bucket(), bucket -> new ArrayList<>()).add(increment);
    }
    Map<Integer, Long> versions = lockBuckets(connection, buckets.keySet());
    List<Increment> all = new ArrayList<>();
    buckets.values().forEach(all::addAll);
    for (int from = 0; from < all.size(); from += BATCH) {
      merge(connection, all.subList(from, Math.min(all.size(), from + BATCH)), versions, combiner);
    }
    updated(
        connection,
        "INSERT INTO trilink_merge_writers (run, writer, epoch, chunk, checkpoint)"
            + " VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE epoch = VALUES(epoch),"
            + " chunk = VALUES(chunk), checkpoint = VALUES(checkpoint)",
        run.id(),
        chunk.writer(),
        chunk.epoch(),
        chunk.index(),
        chunk.checkpoint() == Chunk.NO_CHECKPOINT ? null : chunk.checkpoint());
    return true;
  }

  private boolean isApplied(Connection connection, Chunk chunk) throws SQLException {
    try (PreparedStatement query =
            prepared(
                connection,
                "SELECT epoch, chunk FROM trilink_merge_writers WHERE run = ? AND writer = ?"
                    + " FOR UPDATE",
                run.id(),
                chunk.writer());
        ResultSet fence = query.executeQuery()) {
      return fence.next()
          && (chunk.epoch() < fence.getLong(1)
              || (chunk.epoch() == fence.getLong(1) && chunk.index() <= fence.getInt(2)));
    }
  }

  /** Gives them their next version, in order, and keeps others away until the transaction ends. */
  private Map<Integer, Long> lockBuckets(Connection connection, Iterable<Integer> buckets)
      throws SQLException {
    Map<Integer, Long> versions = new HashMap<>();
    for (int bucket : buckets) {
      updated(
          connection,
          "INSERT INTO trilink_merge_buckets (run, bucket, version) VALUES (?, ?, 1)"
              + " ON DUPLICATE KEY UPDATE version = version + 1",
          run.id(),
          bucket);
    }
    try (PreparedStatement query =
            prepared(
                connection,
                "SELECT bucket, version FROM trilink_merge_buckets WHERE run = ? FOR UPDATE",
                run.id());
        ResultSet found = query.executeQuery()) {
      while (found.next()) {
        versions.put(found.getInt(1), found.getLong(2));
      }
    }
    return versions;
  }

  private void merge(
      Connection connection,
      List<Increment> increments,
      Map<Integer, Long> versions,
      Combiner combiner)
      throws SQLException {
    Map<RowKey, byte[]> stored = stored(connection, increments);
    StringBuilder sql =
        new StringBuilder(
            "INSERT INTO trilink_merge_values"
                + " (run, window_end, bucket, key_id, full_key, accumulator, version) VALUES ");
    List<Object> values = new ArrayList<>();
    for (Increment increment : increments) {
      RowKey key = RowKey.of(increment);
      byte[] before = stored.get(key);
      sql.append(values.isEmpty() ? "" : ", ").append("(?, ?, ?, ?, ?, ?, ?)");
      values.addAll(
          Arrays.asList(
              run.id(),
              increment.window(),
              increment.bucket(),
              key.id(),
              key.isShort() ? null : increment.key(),
              before == null
                  ? increment.accumulator()
                  : combiner.combine(before, increment.accumulator()),
              versions.get(increment.bucket())));
    }
    sql.append(
        " ON DUPLICATE KEY UPDATE accumulator = VALUES(accumulator), version = VALUES(version)");
    updated(connection, sql.toString(), values.toArray());
  }

  private Map<RowKey, byte[]> stored(Connection connection, List<Increment> increments)
      throws SQLException {
    StringBuilder sql =
        new StringBuilder(
            "SELECT window_end, bucket, key_id, accumulator FROM trilink_merge_values"
                + " WHERE run = ? AND (window_end, bucket, key_id) IN (");
    List<Object> values = new ArrayList<>();
    values.add(run.id());
    for (Increment increment : increments) {
      sql.append(values.size() == 1 ? "" : ", ").append("(?, ?, ?)");
      values.addAll(
          Arrays.asList(increment.window(), increment.bucket(), RowKey.of(increment).id()));
    }
    sql.append(')');
    Map<RowKey, byte[]> stored = new HashMap<>();
    try (PreparedStatement query = prepared(connection, sql.toString(), values.toArray());
        ResultSet found = query.executeQuery()) {
      while (found.next()) {
        stored.put(
            new RowKey(found.getLong(1), found.getInt(2), found.getBytes(3)), found.getBytes(4));
      }
    }
    return stored;
  }

  @Override
  public NavigableSet<Long> windows(BucketRange range, long after, long upTo) {
    return inTransaction(
        connection -> {
          NavigableSet<Long> windows = new TreeSet<>();
          try (PreparedStatement query =
                  prepared(
                      connection,
                      "SELECT DISTINCT window_end FROM trilink_merge_values WHERE run = ?"
                          + " AND window_end > ? AND window_end <= ? AND bucket BETWEEN ? AND ?",
                      run.id(),
                      after,
                      upTo,
                      range.first(),
                      range.last());
              ResultSet found = query.executeQuery()) {
            while (found.next()) {
              windows.add(found.getLong(1));
            }
          }
          return windows;
        });
  }

  @Override
  public void read(BucketRange range, long window, Accumulators accumulators) {
    readValues(
        accumulators,
        "window_end = ? AND bucket BETWEEN ? AND ?",
        window,
        range.first(),
        range.last());
  }

  @Override
  public void changes(BucketRange range, long[] after, Accumulators accumulators) {
    Map<Integer, Long> versions =
        inTransaction(
            connection -> {
              Map<Integer, Long> found = new TreeMap<>();
              try (PreparedStatement query =
                      prepared(
                          connection,
                          "SELECT bucket, version FROM trilink_merge_buckets WHERE " + ANY_RUN,
                          run.id());
                  ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                  found.put(rows.getInt(1), rows.getLong(2));
                }
              }
              return found;
            });
    versions.forEach(
        (bucket, version) -> {
          if (range.contains(bucket) && version > after[bucket]) {
            readValues(
                accumulators,
                "window_end = ? AND bucket = ? AND version > ? ORDER BY version",
                Increment.NO_WINDOW,
                bucket,
                after[bucket]);
          }
        });
  }

  /** Reads first and hands on then: a statement that fails is repeated as a whole. */
  private void readValues(Accumulators accumulators, String condition, Object... values) {
    List<Object> all = new ArrayList<>();
    all.add(run.id());
    all.addAll(Arrays.asList(values));
    List<ValueRow> rows =
        inTransaction(
            connection -> {
              List<ValueRow> found = new ArrayList<>();
              try (PreparedStatement query =
                      prepared(
                          connection,
                          "SELECT bucket, key_id, full_key, accumulator, version"
                              + " FROM trilink_merge_values WHERE run = ? AND "
                              + condition,
                          all.toArray());
                  ResultSet result = query.executeQuery()) {
                while (result.next()) {
                  found.add(new ValueRow(result));
                }
              }
              return found;
            });
    rows.forEach(row -> accumulators.accept(row.bucket, row.key, row.accumulator, row.version));
  }

  /** A row of the accumulators' table. */
  private static final class ValueRow {
    private final int bucket;
    private final byte[] key;
    private final byte[] accumulator;
    private final long version;

    ValueRow(ResultSet row) throws SQLException {
      bucket = row.getInt(1);
      byte[] fullKey = row.getBytes(3);
      key = fullKey == null ? RowKey.keyOf(row.getBytes(2)) : fullKey;
      accumulator = row.getBytes(4);
      version = row.getLong(5);
    }
  }

  @Override
  public void dropWindows(BucketRange range, long upTo) {
    inTransaction(
        connection ->
            updated(
                connection,
                "DELETE FROM trilink_merge_values"
                    + " WHERE run = ? AND window_end <= ? AND bucket BETWEEN ? AND ?",
                run.id(),
                upTo,
                range.first(),
                range.last()));
  }

  // ------------------------------------------------------------------------------- staged

  @Override
  public void stage(String area, int index, byte[] content) {
    inTransaction(
        connection ->
            updated(
                connection,
                "REPLACE INTO trilink_merge_staged (run, area, content_index, content)"
                    + " VALUES (?, ?, ?, ?)",
                run.id(),
                area,
                index,
                content));
  }

  @Override
  @Nullable
  public byte[] staged(String area, int index) {
    return inTransaction(
        connection -> {
          try (PreparedStatement query =
                  prepared(
                      connection,
                      "SELECT content FROM trilink_merge_staged"
                          + " WHERE run = ? AND area = ? AND content_index = ?",
                      run.id(),
                      area,
                      index);
              ResultSet found = query.executeQuery()) {
            return found.next() ? found.getBytes(1) : null;
          }
        });
  }

  @Override
  public void unstage(String area, int index) {
    inTransaction(
        connection ->
            updated(
                connection,
                "DELETE FROM trilink_merge_staged WHERE run = ? AND area = ? AND content_index = ?",
                run.id(),
                area,
                index));
  }

  // ------------------------------------------------------------------------------ statements

  private static int updated(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, sql, values)) {
      return statement.executeUpdate();
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql, Statement.NO_GENERATED_KEYS);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }
}
