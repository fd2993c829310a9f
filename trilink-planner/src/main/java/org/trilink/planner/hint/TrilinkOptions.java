/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.trilink.planner.hint.HintOption.named;
import static org.trilink.planner.hint.OptionTypes.anyOf;
import static org.trilink.planner.hint.OptionTypes.bool;
import static org.trilink.planner.hint.OptionTypes.columns;
import static org.trilink.planner.hint.OptionTypes.duration;
import static org.trilink.planner.hint.OptionTypes.enumOf;
import static org.trilink.planner.hint.OptionTypes.fraction;
import static org.trilink.planner.hint.OptionTypes.integerFrom;
import static org.trilink.planner.hint.OptionTypes.partitionStrategy;
import static org.trilink.planner.hint.OptionTypes.positiveDuration;
import static org.trilink.planner.hint.OptionTypes.positiveMemorySize;
import static org.trilink.planner.hint.OptionTypes.redisChannel;
import static org.trilink.planner.hint.OptionTypes.text;
import static org.trilink.planner.hint.OptionTypes.textStartingWith;
import static org.trilink.planner.hint.OptionTypes.weights;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.api.ValidationException;

/**
 * All options of the TRILINK hint. Each is declared here once; the hint, the session defaults,
 * {@code docs/options.md} and EXPLAIN follow from the declaration.
 */
public final class TrilinkOptions {

  public static final HintOption<WatermarkGrain> WATERMARK =
      named("watermark", enumOf(WatermarkGrain.class))
          .defaultValue(WatermarkGrain.SUBTASK)
          .description(
              "Who has a watermark of its own: the subtask, as in stock Flink, or every key, so"
                  + " that no key waits for another or makes its records late.")
          .build();

  public static final HintOption<Integer> WATERMARK_KEYS_PER_GROUP =
      named("watermark.keys-per-group", integerFrom(1))
          .defaultValue(1)
          .description(
              "How many keys share one watermark: more keys, less state and a coarser grain. A group"
                  + " follows its fastest key: with more than 1, a record that trails that by more"
                  + " than the delay is late, also where stock Flink, which waits for the slowest"
                  + " partition, would keep it.")
          .build();

  /** Null: the delay of the table's WATERMARK clause. */
  public static final HintOption<Duration> WATERMARK_DELAY =
      named("watermark.delay", duration())
          .noDefault("the delay of the table's WATERMARK clause")
          .description(
              "How far a key's watermark stays behind the greatest event time among the key's"
                  + " records.")
          .build();

  /** Null: unbounded. */
  public static final HintOption<Duration> WATERMARK_MAX_SKEW =
      named("watermark.max-skew", duration())
          .noDefault("unbounded")
          .description(
              "How far a key's watermark may trail the subtask's; '0 ms' lets no key trail. It also"
                  + " decides which watermark operators downstream get: the subtask's minus this or,"
                  + " unbounded, only the final one.")
          .build();

  /** Null: never. */
  public static final HintOption<Duration> WATERMARK_IDLE_TIMEOUT =
      named("watermark.idle-timeout", positiveDuration())
          .noDefault("none")
          .description(
              "The processing time after which a silent key fires what it holds and frees its"
                  + " state.")
          .build();

  /** Null: none. */
  public static final HintOption<Duration> WATERMARK_MAX_LEAD =
      named("watermark.max-lead", positiveDuration())
          .noDefault("none")
          .description(
              "How far a record may be ahead of the subtask's watermark (while there is none, of the"
                  + " clock) for its key's watermark to follow it: one reading from the future else"
                  + " makes late what its key reads until its time has caught up.")
          .build();

  public static final HintOption<MaxLeadAction> WATERMARK_MAX_LEAD_ACTION =
      named("watermark.max-lead.action", enumOf(MaxLeadAction.class))
          .defaultValue(MaxLeadAction.KEEP)
          .description(
              "With 'watermark.max-lead': whether records that are further ahead are kept for their"
                  + " windows, or dropped.")
          .build();

  public static final HintOption<PlacementStrategy> PARTITION =
      named("partition", partitionStrategy())
          .defaultValue(PlacementStrategy.of(PlacementStrategy.Kind.HASH))
          .description(
              "How keys are placed on subtasks: by their hash, as in stock Flink; an integer key in"
                  + " turn; a new key where the fewest keys, or records, are; by given weights; by their"
                  + " hash, and moved while the job runs when the load is uneven ('auto'); or by a"
                  + " class that implements 'KeyPlacementStrategy'. Set anywhere, also to 'hash', it"
                  + " makes the max parallelism one that key groups spread evenly by.")
          .build();

  /** Null: none; needed with {@code partition=weight}. */
  public static final HintOption<List<Integer>> PARTITION_WEIGHTS =
      named("partition.weights", weights())
          .noDefault("none")
          .description("With 'partition'='weight': each subtask's share of the keys, in percent.")
          .build();

  public static final HintOption<WeightDraw> PARTITION_WEIGHT_DRAW =
      named("partition.weight-draw", enumOf(WeightDraw.class))
          .defaultValue(WeightDraw.HASH)
          .description(
              "With 'partition'='weight': whether a key's hash or a random draw picks the subtask.")
          .build();

  /** Null: none. */
  public static final HintOption<String> PARTITION_HISTORY =
      named("partition.history", text("a table or a file of (key, count)"))
          .noDefault("none")
          .description("With 'partition'='least-count': the counts of records to start from.")
          .build();

  public static final HintOption<MonitorTrigger> PARTITION_MONITOR =
      named("partition.monitor", enumOf(MonitorTrigger.class))
          .defaultValue(MonitorTrigger.OFF)
          .description(
              "When it is judged how evenly records are spread over the subtasks, to move keys while"
                  + " the job runs if that is below 'partition.monitor.threshold': never, once in an"
                  + " interval, once in so many records, or whenever it falls below. With"
                  + " 'partition'='auto' the default is 'threshold'.")
          .build();

  /** Null: none; needed with {@code partition.monitor=period}. */
  public static final HintOption<Duration> PARTITION_MONITOR_INTERVAL =
      named("partition.monitor.interval", positiveDuration())
          .noDefault("none")
          .description("With 'partition.monitor'='period': the processing time between judgements.")
          .build();

  /** Null: none; needed with {@code partition.monitor=count}. */
  public static final HintOption<Integer> PARTITION_MONITOR_RECORDS =
      named("partition.monitor.records", integerFrom(1))
          .noDefault("none")
          .description("With 'partition.monitor'='count': the records between judgements.")
          .build();

  public static final HintOption<Double> PARTITION_MONITOR_THRESHOLD =
      named("partition.monitor.threshold", fraction())
          .defaultValue(0.6)
          .description(
              "With 'partition.monitor': the balance degree (records of the subtask that gets the"
                  + " fewest / of that which gets the most) below which keys are moved.")
          .build();

  public static final HintOption<Double> PARTITION_MONITOR_SAMPLE_RATE =
      named("partition.monitor.sample-rate", fraction())
          .defaultValue(0.1)
          .description(
              "With 'partition.monitor': the share of the records whose keys the monitor looks at.")
          .build();

  public static final HintOption<Integer> PARTITION_SYNC_MAX_KEYS =
      named("partition.sync.max-keys", integerFrom(1))
          .defaultValue(64)
          .description("With 'partition.monitor': how many keys are moved at once at most.")
          .build();

  public static final HintOption<MemorySize> PARTITION_SYNC_MAX_BYTES =
      named("partition.sync.max-bytes", positiveMemorySize())
          .defaultValue(MemorySize.ofMebiBytes(64))
          .description(
              "With 'partition.monitor': how much state, as far as its size is known, is moved at"
                  + " once at most.")
          .build();

  public static final HintOption<Double> PARTITION_SYNC_MIN_GAIN =
      named("partition.sync.min-gain", fraction())
          .defaultValue(0.05)
          .description(
              "With 'partition.monitor': by how much moves must raise the balance degree, or lower"
                  + " the greatest load of a subtask (then as a share of it), to be made.")
          .build();

  public static final HintOption<Duration> PARTITION_SYNC_SETTLING_TIME =
      named("partition.sync.settling-time", duration())
          .defaultValue(Duration.ofSeconds(10))
          .description(
              "With 'partition.monitor': the processing time after a move in which nothing else is"
                  + " moved.")
          .build();

  public static final HintOption<Duration> PARTITION_SYNC_GRACE_TIME =
      named("partition.sync.grace-time", duration())
          .defaultValue(Duration.ofMinutes(5))
          .description(
              "With 'partition.monitor': the processing time in which a key does not go back to a"
                  + " subtask that it was moved away from.")
          .build();

  /** Null: none. */
  public static final HintOption<String> PARTITION_CONTROL =
      named("partition.control", redisChannel())
          .noDefault("none")
          .address()
          .description(
              "With 'partition.monitor': a channel of a Redis server on which the running job takes"
                  + " commands and publishes the state of its placement.")
          .build();

  public static final HintOption<ExchangeStrategy> EXCHANGE =
      named("exchange", enumOf(ExchangeStrategy.class))
          .defaultValue(ExchangeStrategy.SHUFFLE)
          .description(
              "How records reach the subtask of their key: over the network, as in stock Flink;"
                  + " merged first; merged in an external store; or already there, as the topic is"
                  + " partitioned by key.")
          .build();

  /** Null: the window's slice. */
  public static final HintOption<Duration> LOCAL_MERGE_SLOT =
      named("local-merge.slot", positiveDuration())
          .noDefault("the window's slice")
          .description("The span of event time within which records of a key are merged.")
          .build();

  /** Null: punctuated for windows, period for others. */
  public static final HintOption<Set<EmitTrigger>> LOCAL_MERGE_EMIT =
      named("local-merge.emit", anyOf(EmitTrigger.class))
          .noDefault("punctuated for windows, period for others")
          .description(
              "What makes the local merge send what it holds: a delay, a number of records, or a"
                  + " record that satisfies a condition or is behind the end of a slot. In any case"
                  + " it sends before a checkpoint, when its memory is full, and before a watermark"
                  + " that would make records late.")
          .build();

  /** Null: one second. */
  public static final HintOption<Duration> LOCAL_MERGE_EMIT_DELAY =
      named("local-merge.emit.delay", positiveDuration())
          .noDefault("1 s")
          .description(
              "With 'local-merge.emit'='period': the processing time that the oldest merged record"
                  + " may wait.")
          .build();

  /** Null: none. */
  public static final HintOption<Integer> LOCAL_MERGE_EMIT_RECORDS =
      named("local-merge.emit.records", integerFrom(1))
          .noDefault("none")
          .description("With 'local-merge.emit'='count': the records that are merged into one.")
          .build();

  /** Null: none. */
  public static final HintOption<String> LOCAL_MERGE_EMIT_WHEN =
      named("local-merge.emit.when", text("a condition in SQL on the record"))
          .noDefault("none")
          .description(
              "With 'local-merge.emit'='punctuated': the condition on a record that makes the"
                  + " merge send what it holds of the record's key.")
          .build();

  /** Null: none; needed with {@code exchange=global-merge}. */
  public static final HintOption<String> GLOBAL_MERGE_STORE =
      named(
              "global-merge.store",
              textStartingWith(
                  "an address that starts with 'redis://', 'rediss://' or 'jdbc:'",
                  "redis://",
                  "rediss://",
                  "jdbc:"))
          .noDefault("none")
          .address()
          .description(
              "With 'exchange'='global-merge': the store in which subtasks merge; 'rediss://' is"
                  + " Redis over TLS.")
          .build();

  /** Null: none. */
  public static final HintOption<Set<EmitTrigger>> GLOBAL_MERGE_EMIT =
      named("global-merge.emit", anyOf(EmitTrigger.class))
          .noDefault("none")
          .description("What makes a subtask send its increments to the store.")
          .build();

  /** Null: none. */
  public static final HintOption<Duration> GLOBAL_MERGE_EMIT_DELAY =
      named("global-merge.emit.delay", positiveDuration())
          .noDefault("none")
          .description(
              "With 'global-merge.emit'='period': the processing time that the oldest increment may"
                  + " wait.")
          .build();

  /** Null: none. */
  public static final HintOption<Integer> GLOBAL_MERGE_EMIT_RECORDS =
      named("global-merge.emit.records", integerFrom(1))
          .noDefault("none")
          .description("With 'global-merge.emit'='count': the records that are merged into one.")
          .build();

  /** Null: none. */
  public static final HintOption<String> GLOBAL_MERGE_EMIT_WHEN =
      named("global-merge.emit.when", text("a condition in SQL on the record"))
          .noDefault("none")
          .description(
              "With 'global-merge.emit'='punctuated': the condition on a record that makes the"
                  + " subtask send.")
          .build();

  /** Null: none. */
  public static final HintOption<List<String>> AHEAD_KEYBY_KEYS =
      named("ahead-keyby.keys", columns())
          .noDefault("the table's key.fields, else the keys of the query that reads it")
          .description(
              "With 'exchange'='ahead-keyby', behind SELECT: the columns that the Kafka sink is"
                  + " partitioned by; behind a table: those that its topic is partitioned by.")
          .build();

  public static final HintOption<TopicPartitioning> AHEAD_KEYBY_PARTITIONED_BY =
      named("ahead-keyby.partitioned-by", enumOf(TopicPartitioning.class))
          .defaultValue(TopicPartitioning.TRILINK)
          .description(
              "When reading with 'exchange'='ahead-keyby': who partitioned the topic, Trilink's own"
                  + " sink or any producer that partitions by the record key ('key.fields').")
          .build();

  public static final HintOption<Decoding> DECODE =
      named("decode", enumOf(Decoding.class))
          .defaultValue(Decoding.PROJECTED)
          .description(
              "How the JSON of a Kafka table is decoded: in one pass, and only the columns that the"
                  + " query reads; or into a tree of all it has, as in stock Flink. The rows are the"
                  + " same.")
          .build();

  public static final HintOption<Boolean> STRICT =
      named("strict", bool())
          .defaultValue(false)
          .description(
              "Whether it is an error if something the options ask for cannot be done safely. If"
                  + " not, the stock plan stays, and EXPLAIN gives the reason.")
          .build();

  private static final List<HintOption<?>> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              WATERMARK,
              WATERMARK_KEYS_PER_GROUP,
              WATERMARK_DELAY,
              WATERMARK_MAX_SKEW,
              WATERMARK_IDLE_TIMEOUT,
              WATERMARK_MAX_LEAD,
              WATERMARK_MAX_LEAD_ACTION,
              PARTITION,
              PARTITION_WEIGHTS,
              PARTITION_WEIGHT_DRAW,
              PARTITION_HISTORY,
              PARTITION_MONITOR,
              PARTITION_MONITOR_INTERVAL,
              PARTITION_MONITOR_RECORDS,
              PARTITION_MONITOR_THRESHOLD,
              PARTITION_MONITOR_SAMPLE_RATE,
              PARTITION_SYNC_MAX_KEYS,
              PARTITION_SYNC_MAX_BYTES,
              PARTITION_SYNC_MIN_GAIN,
              PARTITION_SYNC_SETTLING_TIME,
              PARTITION_SYNC_GRACE_TIME,
              PARTITION_CONTROL,
              EXCHANGE,
              LOCAL_MERGE_SLOT,
              LOCAL_MERGE_EMIT,
              LOCAL_MERGE_EMIT_DELAY,
              LOCAL_MERGE_EMIT_RECORDS,
              LOCAL_MERGE_EMIT_WHEN,
              GLOBAL_MERGE_STORE,
              GLOBAL_MERGE_EMIT,
              GLOBAL_MERGE_EMIT_DELAY,
              GLOBAL_MERGE_EMIT_RECORDS,
              GLOBAL_MERGE_EMIT_WHEN,
              AHEAD_KEYBY_KEYS,
              AHEAD_KEYBY_PARTITIONED_BY,
              DECODE,
              STRICT));

  private TrilinkOptions() {}

  /** Every option, in the order of the documentation. */
  public static List<HintOption<?>> all() {
    return ALL;
  }

  /**
   * The option of that name, in any case.
   *
   * @throws ValidationException if there is none; the message lists the options, and says which one
   *     was probably meant
   */
  public static HintOption<?> find(String name) {
    return find(name, OptionErrors.HINT);
  }

  static HintOption<?> find(String name, OptionErrors errors) {
    String wanted = name.trim();
    Optional<HintOption<?>> found =
        ALL.stream().filter(option -> option.name().equalsIgnoreCase(wanted)).findAny();
    return found.orElseThrow(() -> errors.unknownOption(wanted));
  }
}
