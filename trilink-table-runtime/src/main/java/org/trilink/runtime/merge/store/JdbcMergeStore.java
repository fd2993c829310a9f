/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import static org.trilink.runtime.merge.store.JdbcStatements.placeholders;

import java.sql.ResultSet;
import java.sql.SQLException;
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
 * transaction. A transaction that changes accumulators locks the rows of their buckets first, in
 * the order of the buckets. So there are no deadlocks, and a bucket's versions become visible in
 * order.
 */
final class JdbcMergeStore implements MergeStore {

  /** How many rows one statement reads or writes. */
  private static final int BATCH = 500;

  /** The row of the progress of all subtasks together, of which only the bound is used. */
  private static final int ALL_SUBTASKS = -1;

  private final StoreAddress address;
  private final MergeRun run;
  private final JdbcTransactions transactions;

  JdbcMergeStore(StoreAddress address, MergeRun run, ClassLoader drivers) {
    this.address = address;
    this.run = run;
    this.transactions = new JdbcTransactions(new JdbcConnections(address, drivers));
  }

  @Override
  public void close() {
    transactions.close();
  }

  // -------------------------------------------------------------------------------- the run

  @Override
  public void join(Membership member) {
    transactions.run(sql -> JdbcTables.create(sql.connection()));
    transactions.run(
        sql -> {
          enter(sql, member);
          sql.update(
              "INSERT INTO trilink_merge_progress"
                  + " (run, subtask, writer, published, bound, idle, ended)"
                  + " VALUES (?, ?, ?, 0, ?, FALSE, FALSE) ON DUPLICATE KEY UPDATE"
                  + " writer = VALUES(writer), published = 0, ended = FALSE, staged = NULL",
              run.id(),
              member.subtask(),
              member.writer(),
              Long.MIN_VALUE);
        });
  }

  private void enter(JdbcStatements sql, Membership member) throws SQLException {
    if (!member.isRestored()) {
      sql.update(
          "INSERT INTO trilink_merge_runs (run, job, parallelism) VALUES (?, ?, ?)"
              + " ON DUPLICATE KEY UPDATE run = run",
          run.id(),
          run.job(),
          member.parallelism());
    }
    RunOrigin origin =
        sql.first(
            "SELECT job, parent, parent_checkpoint, parallelism FROM trilink_merge_runs"
                + " WHERE run = ? FOR UPDATE",
            RunOrigin::new,
            run.id());
    if (origin == null) {
      throw run.missing(address);
    }
    boolean again = origin.job.equals(run.job());
    boolean goesOn = origin.job.equals(member.restoredJob());
    if (!again && !goesOn && !origin.isOfSameSavepoint(member, run.job())) {
      throw run.taken(address, origin.job);
    }
    long applied = applied(sql);
    if (applied > member.restoredCheckpoint()) {
      throw run.ahead(address, String.valueOf(applied), member);
    }
    if (!again) {
      sql.update(
          "UPDATE trilink_merge_runs SET job = ?, parent = ?, parent_checkpoint = ? WHERE run = ?",
          run.job(),
          member.restoredJob(),
          member.restoredCheckpoint(),
          run.id());
    }
    if (!again || origin.parallelism != member.parallelism()) {
      sql.update(
          "UPDATE trilink_merge_runs SET parallelism = ?, sealed = NULL WHERE run = ?",
          member.parallelism(),
          run.id());
      sql.update("DELETE FROM trilink_merge_progress WHERE run = ?", run.id());
    }
  }

  /** The job that works on a run, and the savepoint that it was started from. */
  private static final class RunOrigin {
    private final String job;
    @Nullable private final String parent;
    private final long parentCheckpoint;
    private final int parallelism;

    RunOrigin(ResultSet row) throws SQLException {
      job = row.getString(1);
      parent = row.getString(2);
      parentCheckpoint = row.getLong(3);
      parallelism = row.getInt(4);
    }

    /**
     * Whether the run's job and another one were started from the same savepoint. A job that has
     * added something since is ahead of it, which is checked by the last applied checkpoint. The
     * job that has taken the savepoint does not count: it may be an attempt that was given up.
     */
    boolean isOfSameSavepoint(Membership member, String another) {
      return member.isRestored()
          && !member.restoredJob().equals(another)
          && member.restoredJob().equals(parent)
          && member.restoredCheckpoint() == parentCheckpoint;
    }
  }

  /** The last checkpoint of which increments were added; {@link Chunk#NO_CHECKPOINT} if none. */
  private long applied(JdbcStatements sql) throws SQLException {
    Long applied =
        sql.first(
            "SELECT MAX(checkpoint) FROM trilink_merge_writers WHERE run = ?",
            JdbcMergeStore::nullableLong,
            run.id());
    return applied == null ? Chunk.NO_CHECKPOINT : applied;
  }

  @Nullable
  private static Long nullableLong(ResultSet row) throws SQLException {
    long value = row.getLong(1);
    return row.wasNull() ? null : value;
  }

  @Override
  public long publish(int subtask, String writer, long number, long bound, boolean idle) {
    return transactions.call(
        sql -> {
          sql.update(
              "INSERT INTO trilink_merge_progress"
                  + " (run, subtask, writer, published, bound, idle, ended)"
                  + " VALUES (?, ?, '', 0, ?, FALSE, FALSE) ON DUPLICATE KEY UPDATE bound = bound",
              run.id(),
              ALL_SUBTASKS,
              Long.MIN_VALUE); // locks it, so that subtasks publish one after the other
          sql.update(
              "UPDATE trilink_merge_progress SET published = ?, bound = ?, idle = ?"
                  + " WHERE run = ? AND subtask = ? AND writer = ? AND published < ?",
              number,
              bound,
              idle,
              run.id(),
              subtask,
              writer,
              number);
          RunProgress progress = progress(sql);
          long ofAll = Math.max(progress.bound(), progress.least());
          if (ofAll > progress.bound()) {
            sql.update(
                "UPDATE trilink_merge_progress SET bound = ? WHERE run = ? AND subtask = ?",
                ofAll,
                run.id(),
                ALL_SUBTASKS);
          }
          return ofAll;
        });
  }

  @Override
  public void end(int subtask, String writer) {
    transactions.run(
        sql ->
            sql.update(
                "UPDATE trilink_merge_progress SET ended = TRUE"
                    + " WHERE run = ? AND subtask = ? AND writer = ?",
                run.id(),
                subtask,
                writer));
  }

  @Override
  public void seal(int subtask, String writer, StagedArea area) {
    transactions.run(
        sql -> {
          if (lockRun(sql, "FOR UPDATE").sealed) {
            return;
          }
          sql.update(
              "UPDATE trilink_merge_progress SET staged = ?"
                  + " WHERE run = ? AND subtask = ? AND writer = ?",
              area.toString(),
              run.id(),
              subtask,
              writer);
          RunProgress progress = progress(sql);
          if (progress.allStaged()) {
            sql.update(
                "UPDATE trilink_merge_runs SET sealed = ? WHERE run = ?",
                StagedArea.print(progress.staged()),
                run.id());
          }
        });
  }

  @Override
  public RunProgress progress() {
    return transactions.call(this::progress);
  }

  private RunProgress progress(JdbcStatements sql) throws SQLException {
    RunMembers members =
        sql.first(
            "SELECT parallelism, sealed FROM trilink_merge_runs WHERE run = ?",
            RunMembers::new,
            run.id());
    Map<Integer, RunProgress.Subtask> subtasks = new TreeMap<>();
    sql.forEach(
        "SELECT subtask, writer, bound, idle, ended, staged FROM trilink_merge_progress"
            + " WHERE run = ?",
        row -> subtasks.put(row.getInt(1), subtask(row)),
        run.id());
    RunProgress.Subtask all = subtasks.remove(ALL_SUBTASKS);
    return new RunProgress(
        members == null ? 0 : members.parallelism,
        subtasks,
        all == null ? Long.MIN_VALUE : all.bound(),
        members == null ? null : members.sealed);
  }

  /** How many subtasks a run has, and what they staged; null as long as it is not sealed. */
  private static final class RunMembers {
    private final int parallelism;
    @Nullable private final List<StagedArea> sealed;

    RunMembers(ResultSet row) throws SQLException {
      parallelism = row.getInt(1);
      String areas = row.getString(2);
      sealed = areas == null ? null : StagedArea.parseAll(areas);
    }
  }

  private static RunProgress.Subtask subtask(ResultSet row) throws SQLException {
    String staged = row.getString(6);
    return new RunProgress.Subtask(
        row.getString(2),
        row.getLong(3),
        row.getBoolean(4),
        row.getBoolean(5),
        staged == null ? null : StagedArea.parse(staged));
  }

  // ------------------------------------------------------------------------------ accumulators

  /** The columns of a run that must be known before it is changed. */
  private static final class RunRow {
    private final String job;
    private final boolean sealed;

    RunRow(ResultSet row) throws SQLException {
      job = row.getString(1);
      sealed = row.getBoolean(2);
    }
  }

  private RunRow lockRun(JdbcStatements sql, String lock) throws SQLException {
    RunRow row =
        sql.first(
            "SELECT job, sealed IS NOT NULL FROM trilink_merge_runs WHERE run = ? " + lock,
            RunRow::new,
            run.id());
    if (row == null) {
      throw run.missing(address);
    }
    return row;
  }

  @Override
  public boolean apply(Chunk chunk, Combiner combiner) {
    return transactions.call(sql -> apply(sql, chunk, combiner));
  }

  private boolean apply(JdbcStatements sql, Chunk chunk, Combiner combiner) throws SQLException {
    RunRow row = lockRun(sql, "LOCK IN SHARE MODE");
    if (!row.job.equals(run.job())) {
      throw run.takenOver(address);
    }
    if (row.sealed || isApplied(sql, chunk)) {
      return false;
    }
    NavigableMap<Integer, List<Increment>> buckets = new TreeMap<>();
    for (Increment increment : chunk.increments()) {
      buckets.computeIfAbsent(increment.bucket(), bucket -> new ArrayList<>()).add(increment);
    }
    Map<Integer, Long> versions = lockBuckets(sql, buckets.keySet());
    List<Increment> all = new ArrayList<>();
    buckets.values().forEach(all::addAll);
    for (int from = 0; from < all.size(); from += BATCH) {
      merge(sql, all.subList(from, Math.min(all.size(), from + BATCH)), versions, combiner);
    }
    sql.update(
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

  private boolean isApplied(JdbcStatements sql, Chunk chunk) throws SQLException {
    // a row that is not there cannot be locked, and two attempts may apply a writer's first chunk
    sql.update(
        "INSERT INTO trilink_merge_writers (run, writer, epoch, chunk) VALUES (?, ?, -1, -1)"
            + " ON DUPLICATE KEY UPDATE epoch = epoch",
        run.id(),
        chunk.writer());
    Boolean applied =
        sql.first(
            "SELECT epoch, chunk FROM trilink_merge_writers WHERE run = ? AND writer = ?"
                + " FOR UPDATE",
            fence ->
                chunk.epoch() < fence.getLong(1)
                    || (chunk.epoch() == fence.getLong(1) && chunk.index() <= fence.getInt(2)),
            run.id(),
            chunk.writer());
    return applied != null && applied;
  }

  /**
   * Increments the buckets' versions, in order, and locks the buckets until the transaction ends.
   */
  private Map<Integer, Long> lockBuckets(JdbcStatements sql, Iterable<Integer> buckets)
      throws SQLException {
    for (int bucket : buckets) {
      sql.update(
          "INSERT INTO trilink_merge_buckets (run, bucket, version) VALUES (?, ?, 1)"
              + " ON DUPLICATE KEY UPDATE version = version + 1",
          run.id(),
          bucket);
    }
    return versions(sql, " FOR UPDATE");
  }

  /** By bucket, in their order. */
  private Map<Integer, Long> versions(JdbcStatements sql, String lock) throws SQLException {
    Map<Integer, Long> versions = new TreeMap<>();
    sql.forEach(
        "SELECT bucket, version FROM trilink_merge_buckets WHERE run = ?" + lock,
        row -> versions.put(row.getInt(1), row.getLong(2)),
        run.id());
    return versions;
  }

  private void merge(
      JdbcStatements sql,
      List<Increment> increments,
      Map<Integer, Long> versions,
      Combiner combiner)
      throws SQLException {
    Map<RowKey, byte[]> stored = stored(sql, increments);
    List<Object> values = new ArrayList<>();
    for (Increment increment : increments) {
      RowKey key = RowKey.of(increment);
      byte[] before = stored.get(key);
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
    sql.update(
        "INSERT INTO trilink_merge_values"
            + " (run, window_end, bucket, key_id, full_key, accumulator, version) VALUES "
            + placeholders("(?, ?, ?, ?, ?, ?, ?)", increments.size())
            + " ON DUPLICATE KEY UPDATE accumulator = VALUES(accumulator),"
            + " version = VALUES(version)",
        values.toArray());
  }

  private Map<RowKey, byte[]> stored(JdbcStatements sql, List<Increment> increments)
      throws SQLException {
    List<Object> values = new ArrayList<>();
    values.add(run.id());
    for (Increment increment : increments) {
      values.addAll(
          Arrays.asList(increment.window(), increment.bucket(), RowKey.of(increment).id()));
    }
    Map<RowKey, byte[]> stored = new HashMap<>();
    sql.forEach(
        "SELECT window_end, bucket, key_id, accumulator FROM trilink_merge_values"
            + " WHERE run = ? AND (window_end, bucket, key_id) IN ("
            + placeholders("(?, ?, ?)", increments.size())
            + ")",
        row ->
            stored.put(new RowKey(row.getLong(1), row.getInt(2), row.getBytes(3)), row.getBytes(4)),
        values.toArray());
    return stored;
  }

  @Override
  public NavigableSet<Long> windows(BucketRange range, long after, long upTo) {
    return transactions.call(
        sql ->
            new TreeSet<>(
                sql.list(
                    "SELECT DISTINCT window_end FROM trilink_merge_values WHERE run = ?"
                        + " AND window_end > ? AND window_end <= ? AND bucket BETWEEN ? AND ?",
                    row -> row.getLong(1),
                    run.id(),
                    after,
                    upTo,
                    range.first(),
                    range.last())));
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
    Map<Integer, Long> versions = transactions.call(sql -> versions(sql, ""));
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

  /** Reads all rows before it passes them on: a statement that fails is repeated as a whole. */
  private void readValues(Accumulators accumulators, String condition, Object... values) {
    List<Object> all = new ArrayList<>();
    all.add(run.id());
    all.addAll(Arrays.asList(values));
    List<ValueRow> rows =
        transactions.call(
            sql ->
                sql.list(
                    "SELECT bucket, key_id, full_key, accumulator, version"
                        + " FROM trilink_merge_values WHERE run = ? AND "
                        + condition,
                    ValueRow::new,
                    all.toArray()));
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
    transactions.run(
        sql ->
            sql.update(
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
    transactions.run(
        sql ->
            sql.update(
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
    return transactions.call(
        sql ->
            sql.first(
                "SELECT content FROM trilink_merge_staged"
                    + " WHERE run = ? AND area = ? AND content_index = ?",
                row -> row.getBytes(1),
                run.id(),
                area,
                index));
  }

  @Override
  public void unstage(String area, int index) {
    transactions.run(
        sql ->
            sql.update(
                "DELETE FROM trilink_merge_staged WHERE run = ? AND area = ? AND content_index = ?",
                run.id(),
                area,
                index));
  }
}
