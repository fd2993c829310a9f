/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.apache.flink.types.Row;
import org.trilink.planner.flink.RefusedForms;

/**
 * A topic of several partitions, the order in which they are read, and a query on it. The records
 * of a key may be in one partition or in several; these may be read one after the other or at any
 * speed, begin late, and be idle. Each record has a bit of its own, and the query's results say by
 * their bits which records they are made of.
 *
 * @param seed everything else follows from it
 * @param interruption of the job in the middle
 */
public record TopicTrial(long seed, boolean rocksDb, Interruption interruption) {

  private static final LocalDateTime START = LocalDateTime.of(2024, 1, 1, 0, 0);

  /** Trials that nothing interrupts. */
  public static Arbitrary<TopicTrial> trials(boolean rocksDb) {
    return trials(rocksDb, Interruption.NONE);
  }

  /** Trials that go on at another parallelism in the middle. */
  public static Arbitrary<TopicTrial> rescaled(boolean rocksDb) {
    return trials(rocksDb, Interruption.RESCALE);
  }

  /** Trials that fail in the middle, and go on from a checkpoint. */
  public static Arbitrary<TopicTrial> restarted(boolean rocksDb) {
    return trials(rocksDb, Interruption.CRASH);
  }

  private static Arbitrary<TopicTrial> trials(boolean rocksDb, Interruption interruption) {
    return Arbitraries.longs()
        .map(seed -> new TopicTrial(seed, rocksDb, interruption))
        .dontShrink();
  }

  // ------------------------------------------------------------------------------ how it is run

  private Random random(int subject) {
    return new Random(31 * seed + subject);
  }

  private TopicForm form() {
    List<TopicForm> forms =
        Arrays.stream(TopicForm.values())
            .filter(form -> !RefusedForms.NAMES.contains(form.name()))
            .toList();
    return forms.get(random(1).nextInt(forms.size()));
  }

  String sql() {
    return form().sql();
  }

  /** The options that the session sets for the trial. */
  Map<String, String> options() {
    Random random = random(2);
    Map<String, String> options =
        new TreeMap<>(
            Map.of("watermark", "key", "watermark.delay", delay() + " ms", "strict", "true"));
    if (saysByKey()) {
      options.put("watermark.order", "by-key");
    }
    if (hasMaxSkew()) {
      options.put("watermark.max-skew", random.nextInt(200) + " s");
    }
    if (hasGroups()) {
      options.put("watermark.keys-per-group", "2");
    } else if (form().merges() && random.nextBoolean()) {
      options.put("exchange", "local-merge");
    }
    if (!hasGroups() && random.nextInt(4) == 0) {
      options.put("partition", "least-key");
    } else if (!hasGroups() && random.nextInt(3) == 0 && form().canMove()) {
      options.put("partition", "auto"); // moves keys as often as it can
      options.put("partition.monitor", "count");
      options.put("partition.monitor.records", "3");
      options.put("partition.monitor.threshold", "1.0");
      options.put("partition.monitor.sample-rate", "1.0");
      options.put("partition.sync.min-gain", "0.01");
      options.put("partition.sync.settling-time", "0 s");
      options.put("partition.sync.grace-time", "0 s");
    }
    if (random.nextInt(4) == 0) {
      options.put("watermark.max-lead", 1 + random.nextInt(100) + " s");
    }
    return options;
  }

  /**
   * How far a key's records may be out of order without being so, in ms; 0 where some share times.
   */
  private long delay() {
    return random(10).nextInt(4) == 0 ? 0 : 3_000;
  }

  /**
   * Whether the query says that a key's records come in one sequence. It only says so where they
   * do.
   */
  private boolean saysByKey() {
    return random(11).nextInt(3) == 0
        && !hasGroups()
        && records().stream().map(row -> row.getField(0)).allMatch(this::isInOnePartition);
  }

  private boolean hasMaxSkew() {
    return random(3).nextInt(3) == 0;
  }

  private boolean hasGroups() {
    return random(4).nextInt(5) == 0 && form() != TopicForm.CASCADE;
  }

  int parallelism() {
    return 1 + random(5).nextInt(3);
  }

  /** How many subtasks read the topic. */
  int sources() {
    return Math.max(1, random(6).nextInt(6) - 2);
  }

  /** The parallelism after a savepoint in the middle; 0 for none. */
  int rescaledTo() {
    return interruption == Interruption.RESCALE ? 1 + random(8).nextInt(3) : 0;
  }

  // ---------------------------------------------------------------------------------- the topic

  /** The records (k, partition, b, ts) as they are read, and between them watermarks (ms). */
  List<Row> script() {
    Random random = random(9);
    List<Deque<Row>> partitions = partitions(random);
    boolean oneByOne = random.nextInt(3) == 0;
    boolean ignoresUnread = random.nextBoolean();
    boolean ignoresRead = random.nextBoolean();
    int[] speeds = partitions.stream().mapToInt(unused -> 1 + random.nextInt(9)).toArray();
    long[] latest = new long[partitions.size()];
    Arrays.fill(latest, Long.MIN_VALUE);
    List<Row> script = new ArrayList<>();
    long watermark = Long.MIN_VALUE;
    while (partitions.stream().anyMatch(partition -> !partition.isEmpty())) {
      int read = oneByOne ? first(partitions) : next(partitions, speeds, random);
      Row row = partitions.get(read).remove();
      script.add(row);
      latest[read] = Math.max(latest[read], millis(row));
      if (random.nextInt(3) > 0) {
        long least =
            IntStream.range(0, latest.length)
                .filter(i -> !ignoresRead || !partitions.get(i).isEmpty())
                .filter(i -> !ignoresUnread || latest[i] > Long.MIN_VALUE)
                .mapToLong(i -> latest[i])
                .min()
                .orElse(Long.MIN_VALUE);
        if (least > Long.MIN_VALUE && least - delay() > watermark) {
          watermark = least - delay();
          script.add(Row.of(watermark));
        }
      }
    }
    return script;
  }

  private static int first(List<Deque<Row>> partitions) {
    return IntStream.range(0, partitions.size())
        .filter(i -> !partitions.get(i).isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private static int next(List<Deque<Row>> partitions, int[] speeds, Random random) {
    while (true) {
      int any = random.nextInt(partitions.size());
      if (!partitions.get(any).isEmpty() && random.nextInt(10) < speeds[any]) {
        return any;
      }
    }
  }

  private List<Deque<Row>> partitions(Random random) {
    List<Deque<Row>> partitions = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      partitions.add(new ArrayDeque<>());
    }
    boolean byKey = random.nextBoolean();
    long[] clocks =
        random.longs(1 + random.nextInt(5), 0, random.nextBoolean() ? 5_000 : 300_000).toArray();
    int records = 10 + random.nextInt(50);
    for (int i = 0; i < records; i++) {
      int key = random.nextInt(clocks.length);
      clocks[key] += random.nextInt(random.nextInt(10) == 0 ? 60_000 : 6_000);
      long time =
          clocks[key] - (random.nextInt(8) == 0 ? random.nextInt(20_000) : random.nextInt(1_000));
      if (delay() == 0) { // the last milliseconds of windows, too
        time = Math.floorDiv(clocks[key], 5_000) * 5_000 - 1;
      }
      int partition = byKey ? key % count : random.nextInt(count);
      partitions
          .get(partition)
          .add(Row.of("k" + key, partition, 1L << i, START.plus(Duration.ofMillis(time + 60_000))));
    }
    return partitions;
  }

  private static long millis(Row row) {
    return ((LocalDateTime) row.getField(3)).toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private List<Row> records() {
    return script().stream().filter(row -> row.getArity() > 1).collect(Collectors.toList());
  }

  // ----------------------------------------------------------------------------- what is expected

  /**
   * The bits of the records that results are made of; those that a later one hides may be among
   * them.
   */
  public long kept(List<String> results) {
    long bits = results.stream().mapToLong(TopicTrial::bits).reduce(0, (a, b) -> a | b);
    if (form().result() != TopicForm.Result.LATEST_OF_WINDOW) {
      return bits;
    }
    Map<String, Long> latest = new HashMap<>();
    records().stream()
        .filter(row -> (bits & bit(row)) != 0)
        .forEach(row -> latest.merge(windowOf(row), millis(row), Math::max));
    return records().stream()
        .filter(row -> millis(row) <= latest.getOrDefault(windowOf(row), Long.MIN_VALUE))
        .mapToLong(TopicTrial::bit)
        .sum();
  }

  private static long bit(Row row) {
    return (long) row.getField(2);
  }

  /** The key and the window of ten seconds of a record. */
  private static String windowOf(Row row) {
    Instant start = Instant.ofEpochMilli(millis(row) / 10_000 * 10_000);
    return row.getField(0) + " " + LocalDateTime.ofInstant(start, ZoneOffset.UTC);
  }

  private static long bits(String result) {
    return Long.parseLong(column(result, 2));
  }

  private static String window(String result) {
    return column(result, 0) + " " + column(result, 1);
  }

  private static String column(String result, int column) {
    return result.substring(result.indexOf('[') + 1, result.length() - 1).split(", ", -1)[column];
  }

  /**
   * Whether what is dropped can be compared with what stock Flink drops of the same records. A key
   * that is said to be in order, and is not, may lose records that Flink keeps.
   */
  public boolean isComparable() {
    return sources() == 1 && !saysByKey() && !form().isJoin() && !form().forgetsKeys();
  }

  /**
   * The bits of all records that are not behind the watermark when they are read, and must not be
   * dropped: Flink drops none of these, in whichever order its subtasks go on.
   */
  public long notBehind() {
    if (saysByKey()) {
      return 0;
    }
    long watermark = Long.MIN_VALUE;
    long bits = 0;
    for (Row row : script()) {
      if (row.getArity() == 1) {
        watermark = (long) row.getField(0);
      } else if (millis(row) > watermark) {
        bits |= bit(row);
      }
    }
    return bits;
  }

  /** The bits of all records that must not be dropped, as their keys' records are in order. */
  public long inOrder() {
    if (hasMaxSkew() || hasGroups()) {
      return 0;
    }
    Map<Object, Long> latest = new HashMap<>();
    Set<Object> outOfOrder = new HashSet<>();
    for (Row row : records()) {
      long before = latest.getOrDefault(row.getField(0), Long.MIN_VALUE / 2);
      if (millis(row) < before - Math.max(delay() - 1, 0)
          || (sources() > 1 && !isInOnePartition(row.getField(0)))) {
        outOfOrder.add(row.getField(0));
      }
      latest.put(row.getField(0), Math.max(before, millis(row)));
    }
    return records().stream()
        .filter(row -> !outOfOrder.contains(row.getField(0)))
        .mapToLong(TopicTrial::bit)
        .sum();
  }

  private boolean isInOnePartition(Object key) {
    return records().stream()
            .filter(row -> key.equals(row.getField(0)))
            .map(row -> row.getField(1))
            .distinct()
            .count()
        == 1;
  }

  /** The results that come twice, for the same key and window; none is to. */
  public List<String> twice(List<String> results) {
    if (form().result() == TopicForm.Result.SESSION) {
      return List.of();
    }
    boolean ofRecords = form().result() == TopicForm.Result.RECORD;
    Set<String> seen = new HashSet<>();
    return results.stream()
        .map(result -> window(result) + (ofRecords ? bits(result) : ""))
        .filter(text -> !seen.add(text))
        .collect(Collectors.toList());
  }

  /** The results of windows of ten seconds over these records; empty for other queries. */
  public List<String> windowsOf(long kept) {
    if (!form().tumbles()) {
      return List.of();
    }
    Map<String, Long> windows = new TreeMap<>();
    for (Row row : records()) {
      if ((kept & bit(row)) != 0) {
        windows.merge(windowOf(row), bit(row), Long::sum);
      }
    }
    return windows.entrySet().stream().map(Object::toString).collect(Collectors.toList());
  }

  /** Results in the form of {@link #windowsOf}; empty for other queries. */
  public List<String> windows(List<String> results) {
    if (!form().tumbles()) {
      return List.of();
    }
    return results.stream()
        .map(result -> window(result) + "=" + bits(result))
        .collect(Collectors.toList());
  }

  /** Everything that is needed to run it by hand. */
  @Override
  public String toString() {
    return String.format(
        "seed %d: parallelism %d, sources %d, RocksDB %s, %s to %d, %s%n%s%n%s",
        seed,
        parallelism(),
        sources(),
        rocksDb(),
        interruption(),
        rescaledTo(),
        options(),
        sql(),
        script().stream().map(row -> "  " + row).collect(Collectors.joining("\n")));
  }
}
