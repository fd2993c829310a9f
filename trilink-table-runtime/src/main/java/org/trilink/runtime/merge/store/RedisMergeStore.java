/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.trilink.runtime.redis.RedisFailures;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.resps.Tuple;

/**
 * A run in Redis. Every change is one Lua script. All keys begin with {@code trilink_merge:{RUN}:}.
 *
 * <pre>
 * run              hash: job, parallelism, applied (the last checkpoint), sealed, ...
 * fences           hash: writer -> epoch:index
 * progress         hash: bound (of all), writer0, published0, bound0, idle0, ended0, staged0, ...
 * versions         hash: bucket -> version
 * values:BUCKET:WINDOW  hash: key -> accumulator
 * windows:BUCKET   sorted set: windows that have values
 * changes:BUCKET   sorted set: keys by the version of their last change (no windows)
 * staged:AREA      hash: index -> content
 * </pre>
 */
final class RedisMergeStore implements MergeStore {

  /** How many accumulators are read at a time. */
  private static final int READ_SIZE = 1000;

  private static final long CONFLICT = -1;
  private static final long TAKEN_OVER = -2;

  private final StoreAddress address;
  private final MergeRun run;
  private final String prefix;
  private final Conflicts conflicts = new Conflicts();

  /** The connection to the server; null while there is none. */
  @Nullable private Jedis connection;

  RedisMergeStore(StoreAddress address, MergeRun run) {
    this.address = address;
    this.run = run;
    this.prefix = "trilink_merge:{" + run.id() + "}:";
  }

  // ------------------------------------------------------------------------------- connection

  private <T> T with(Function<Jedis, T> work) {
    try {
      if (connection == null) {
        connection = connect();
      }
      return work.apply(connection);
    } catch (JedisException e) {
      RedisConnections.refuse(e, address);
      boolean lost = e instanceof JedisConnectionException;
      boolean notReady = RedisFailures.isNotReady(e.getMessage(), "OOM", "MISCONF");
      if (lost) {
        close();
      }
      throw address.failure(RedisFailures.messages(e), lost || notReady, e);
    }
  }

  private Jedis connect() {
    Jedis jedis = RedisConnections.open(address);
    try {
      jedis.connect();
      RedisConnections.refuseCluster(jedis, address);
      return jedis;
    } catch (JedisException | StoreRefusal e) {
      jedis.close();
      throw e;
    }
  }

  @Override
  public void close() {
    if (connection != null) {
      try {
        connection.close();
      } catch (JedisException broken) {
        connection = null; // there is nothing left to close
      }
      connection = null;
    }
  }

  // -------------------------------------------------------------------------------- the run

  @Override
  public void join(Membership member) {
    String restoredJob = member.restoredJob();
    byte[] answer =
        (byte[])
            run(
                RedisScript.JOIN,
                keys("run", "progress"),
                run.job(),
                restoredJob == null ? "" : restoredJob,
                member.restoredCheckpoint(),
                member.subtask(),
                member.parallelism(),
                member.writer());
    String[] words = new String(answer, UTF_8).split(" ", 2);
    switch (words[0]) {
      case "ok":
        return;
      case "missing":
        throw run.missing(address);
      case "ahead":
        throw run.ahead(address, words[1], member);
      default:
        throw run.taken(address, words[1]);
    }
  }

  @Override
  public long publish(int subtask, String writer, long number, long bound, boolean idle) {
    byte[] ofAll =
        (byte[])
            run(
                RedisScript.PUBLISH,
                keys("run", "progress"),
                subtask,
                writer,
                number,
                bound,
                idle ? 1 : 0);
    return Long.parseLong(text(ofAll));
  }

  @Override
  public void end(int subtask, String writer) {
    run(RedisScript.END, keys("progress"), subtask, writer);
  }

  @Override
  public void seal(int subtask, String writer, StagedArea area) {
    run(RedisScript.SEAL, keys("run", "progress"), subtask, writer, area);
  }

  @Override
  public RunProgress progress() {
    return with(
        redis -> {
          Pipeline pipeline = redis.pipelined();
          Response<Map<byte[], byte[]>> runFields = pipeline.hgetAll(key("run"));
          Response<Map<byte[], byte[]>> fields = pipeline.hgetAll(key("progress"));
          pipeline.sync();
          return progress(texts(runFields.get()), texts(fields.get()));
        });
  }

  private static RunProgress progress(Map<String, String> runFields, Map<String, String> fields) {
    int parallelism = Integer.parseInt(runFields.getOrDefault("parallelism", "0"));
    Map<Integer, RunProgress.Subtask> subtasks = new TreeMap<>();
    for (int subtask = 0; subtask < parallelism; subtask++) {
      String writer = fields.get("writer" + subtask);
      if (writer == null) {
        continue; // has not joined
      }
      String staged = fields.get("staged" + subtask);
      subtasks.put(
          subtask,
          new RunProgress.Subtask(
              writer,
              bound(fields, "bound" + subtask),
              "1".equals(fields.get("idle" + subtask)),
              fields.containsKey("ended" + subtask),
              staged == null ? null : StagedArea.parse(staged)));
    }
    String sealed = runFields.get("sealed");
    return new RunProgress(
        parallelism,
        subtasks,
        bound(fields, "bound"),
        sealed == null ? null : StagedArea.parseAll(sealed));
  }

  private static long bound(Map<String, String> fields, String name) {
    String bound = fields.get(name);
    return bound == null ? Long.MIN_VALUE : Long.parseLong(bound);
  }

  // ------------------------------------------------------------------------------ accumulators

  @Override
  public boolean apply(Chunk chunk, Combiner combiner) {
    Map<Integer, Map<Long, List<Increment>>> buckets = byBucketAndWindow(chunk.increments());
    for (int attempt = 0; ; attempt++) {
      List<byte[]> arguments = arguments(chunk, buckets, combiner);
      long result =
          (Long)
              with(
                  redis ->
                      RedisScript.APPLY.run(redis, keys("run", "fences", "versions"), arguments));
      if (result == TAKEN_OVER) {
        throw run.takenOver(address);
      }
      if (result != CONFLICT) {
        return result == 1;
      }
      conflicts.pause(attempt);
    }
  }

  private static Map<Integer, Map<Long, List<Increment>>> byBucketAndWindow(
      List<Increment> increments) {
    Map<Integer, Map<Long, List<Increment>>> buckets = new TreeMap<>();
    for (Increment increment : increments) {
      buckets
          .computeIfAbsent(increment.bucket(), bucket -> new TreeMap<>())
          .computeIfAbsent(increment.window(), window -> new ArrayList<>())
          .add(increment);
    }
    return buckets;
  }

  /** Reads versions before accumulators, so that a change in between is detected. */
  private List<byte[]> arguments(
      Chunk chunk, Map<Integer, Map<Long, List<Increment>>> buckets, Combiner combiner) {
    return with(
        redis -> {
          Pipeline pipeline = redis.pipelined();
          Map<Integer, Response<byte[]>> versions = new HashMap<>();
          buckets
              .keySet()
              .forEach(
                  bucket -> versions.put(bucket, pipeline.hget(key("versions"), bytes(bucket))));
          List<Response<List<byte[]>>> stored = new ArrayList<>();
          buckets.forEach(
              (bucket, windows) ->
                  windows.forEach(
                      (window, increments) ->
                          stored.add(
                              pipeline.hmget(
                                  values(bucket, window),
                                  increments.stream()
                                      .map(Increment::key)
                                      .toArray(byte[][]::new)))));
          pipeline.sync();

          List<byte[]> arguments = new ArrayList<>();
          addAll(
              arguments,
              prefix,
              run.job(),
              chunk.writer(),
              chunk.epoch(),
              chunk.index(),
              chunk.checkpoint(),
              run.keepsChanges() ? 1 : 0);
          int next = 0;
          for (Map.Entry<Integer, Map<Long, List<Increment>>> bucket : buckets.entrySet()) {
            long version = version(versions.get(bucket.getKey()).get());
            int size = bucket.getValue().values().stream().mapToInt(List::size).sum();
            addAll(arguments, bucket.getKey(), version, version + 1, size);
            for (Map.Entry<Long, List<Increment>> window : bucket.getValue().entrySet()) {
              List<byte[]> accumulators = stored.get(next++).get();
              for (int i = 0; i < accumulators.size(); i++) {
                Increment increment = window.getValue().get(i);
                byte[] before = accumulators.get(i);
                arguments.add(bytes(window.getKey()));
                arguments.add(increment.key());
                arguments.add(
                    before == null
                        ? increment.accumulator()
                        : combiner.combine(before, increment.accumulator()));
              }
            }
          }
          return arguments;
        });
  }

  @Override
  public NavigableSet<Long> windows(BucketRange range, long after, long upTo) {
    return with(
        redis -> {
          Pipeline pipeline = redis.pipelined();
          List<Response<List<byte[]>>> found = new ArrayList<>();
          for (int bucket = range.first(); bucket <= range.last(); bucket++) {
            found.add(
                pipeline.zrangeByScore(key("windows:" + bucket), bytes("(" + after), bytes(upTo)));
          }
          pipeline.sync();
          NavigableSet<Long> windows = new TreeSet<>();
          for (Response<List<byte[]>> ofBucket : found) {
            ofBucket.get().forEach(window -> windows.add(Long.valueOf(text(window))));
          }
          return windows;
        });
  }

  @Override
  public void read(BucketRange range, long window, Accumulators accumulators) {
    List<Map<byte[], byte[]>> buckets =
        with(
            redis -> {
              Pipeline pipeline = redis.pipelined();
              List<Response<Map<byte[], byte[]>>> found = new ArrayList<>();
              for (int bucket = range.first(); bucket <= range.last(); bucket++) {
                found.add(pipeline.hgetAll(values(bucket, window)));
              }
              pipeline.sync();
              List<Map<byte[], byte[]>> values = new ArrayList<>();
              found.forEach(response -> values.add(response.get()));
              return values;
            });
    for (int i = 0; i < buckets.size(); i++) {
      int bucket = range.first() + i;
      buckets
          .get(i)
          .forEach((key, accumulator) -> accumulators.accept(bucket, key, accumulator, 0));
    }
  }

  @Override
  public void dropWindows(BucketRange range, long upTo) {
    run(
        RedisScript.DROP_WINDOWS,
        Collections.emptyList(),
        prefix,
        upTo,
        range.first(),
        range.last());
  }

  @Override
  public void changes(BucketRange range, long[] after, Accumulators accumulators) {
    Map<byte[], byte[]> versions = with(redis -> redis.hgetAll(key("versions")));
    Map<String, String> byBucket = texts(versions);
    for (int bucket = range.first(); bucket <= range.last(); bucket++) {
      String version = byBucket.get(String.valueOf(bucket));
      if (version != null && Long.parseLong(version) > after[bucket]) {
        changes(bucket, after[bucket], accumulators);
      }
    }
  }

  private void changes(int bucket, long after, Accumulators accumulators) {
    List<Tuple> changed =
        with(
            redis ->
                redis.zrangeByScoreWithScores(
                    key("changes:" + bucket), bytes("(" + after), bytes("+inf")));
    List<byte[]> values = new ArrayList<>();
    for (int from = 0; from < changed.size(); from += READ_SIZE) {
      List<Tuple> part = changed.subList(from, Math.min(changed.size(), from + READ_SIZE));
      byte[][] keys = part.stream().map(Tuple::getBinaryElement).toArray(byte[][]::new);
      values.addAll(with(redis -> redis.hmget(values(bucket, Increment.NO_WINDOW), keys)));
    }
    // Keys of one version may be in two parts: if reading the second one failed, those of the first
    // would have advanced the position, and a repeated call would leave the others out.
    for (int i = 0; i < changed.size(); i++) {
      Tuple key = changed.get(i);
      accumulators.accept(bucket, key.getBinaryElement(), values.get(i), (long) key.getScore());
    }
  }

  // ------------------------------------------------------------------------------- staged

  @Override
  public void stage(String area, int index, byte[] content) {
    with(redis -> redis.hset(key("staged:" + area), bytes(index), content));
  }

  @Override
  @Nullable
  public byte[] staged(String area, int index) {
    return with(redis -> redis.hget(key("staged:" + area), bytes(index)));
  }

  @Override
  public void unstage(String area, int index) {
    with(redis -> redis.hdel(key("staged:" + area), bytes(index)));
  }

  // -------------------------------------------------------------------------------- bytes

  private Object run(RedisScript script, List<byte[]> keys, Object... arguments) {
    List<byte[]> all = new ArrayList<>();
    addAll(all, arguments);
    return with(redis -> script.run(redis, keys, all));
  }

  private static void addAll(List<byte[]> arguments, Object... values) {
    for (Object value : values) {
      arguments.add(bytes(value));
    }
  }

  private byte[] key(String name) {
    return bytes(prefix + name);
  }

  private List<byte[]> keys(String... names) {
    List<byte[]> keys = new ArrayList<>();
    for (String name : names) {
      keys.add(key(name));
    }
    return keys;
  }

  private byte[] values(int bucket, long window) {
    return key("values:" + bucket + ":" + window);
  }

  private static long version(@Nullable byte[] version) {
    return version == null ? 0 : Long.parseLong(text(version));
  }

  private static Map<String, String> texts(Map<byte[], byte[]> fields) {
    Map<String, String> texts = new HashMap<>();
    fields.forEach((name, value) -> texts.put(text(name), text(value)));
    return texts;
  }

  private static byte[] bytes(Object value) {
    return String.valueOf(value).getBytes(UTF_8);
  }

  private static String text(byte[] value) {
    return new String(value, UTF_8);
  }
}
