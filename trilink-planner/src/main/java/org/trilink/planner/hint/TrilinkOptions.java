/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.api.ValidationException;
import org.trilink.runtime.move.balance.TriggerKind;

/**
 * All options of the TRILINK hint. Each is declared here once; the hint, the session defaults,
 * {@code docs/options.md} and EXPLAIN follow from the declaration.
 */
public final class TrilinkOptions {

  /** In the order of their declarations, which is that of the documentation. */
  private static final List<HintOption<?>> ALL = new ArrayList<>();

  public static final HintOption<WatermarkGrain> WATERMARK =
      named("watermark", enumOf(WatermarkGrain.class))
          .defaultValue(WatermarkGrain.SUBTASK)
          .advisable()
          .description(
              "Whether an operator has one watermark per subtask, as in stock Flink, or one per"
                  + " key. With one per key, a key does not wait for other keys, and other keys do"
                  + " not make its records late. With 'auto' a sample of the input decides.")
          .build();

  public static final HintOption<Integer> WATERMARK_KEYS_PER_GROUP =
      named("watermark.keys-per-group", integerFrom(1))
          .defaultValue(1)
          .advisable()
          .description(
              "How many keys share one watermark. More keys per watermark need less state, but"
                  + " their event time is less exact. The shared watermark follows the fastest of"
                  + " the keys, so the subtask's watermark is the floor of what may be late, as with"
                  + " 'watermark.order'='any'. With 'auto' it is the greatest power of ten that"
                  + " makes no further record of a sample late, if the sample has enough keys to say"
                  + " so.")
          .build();

  /** The delay of a key's watermark; null for the delay of the table's WATERMARK clause. */
  public static final HintOption<Duration> WATERMARK_DELAY =
      named("watermark.delay", duration())
          .noDefault("the delay of the table's WATERMARK clause")
          .description(
              "How far a key's watermark stays behind the greatest event time among the key's"
                  + " records; at least 1 ms, as records of a key may share a time.")
          .build();

  /** The order in which the records of a key arrive; null for what the plan shows. */
  public static final HintOption<RecordOrder> WATERMARK_ORDER =
      named("watermark.order", enumOf(RecordOrder.class))
          .noDefault("by-key where the plan shows it, else any")
          .description(
              "With 'watermark'='key': in which order the records of a key arrive. In the order of"
                  + " their event times, but for the delay ('by-key'): then a record is late if it"
                  + " is behind its key's watermark. Or in any order, as from several partitions"
                  + " ('any'): then it must be behind the subtask's watermark, too, so that no"
                  + " record is dropped that stock Flink keeps, and results come no sooner than in"
                  + " stock Flink. The plan shows 'by-key' where a table's 'key.fields' are among"
                  + " the keys, where its topic has one partition, with 'exchange'='ahead-keyby',"
                  + " and of results of an operator below.")
          .build();

  /** How far a key's watermark may be behind the subtask's; null for unbounded. */
  public static final HintOption<Duration> WATERMARK_MAX_SKEW =
      named("watermark.max-skew", duration())
          .noDefault("unbounded")
          .description(
              "How far a key's watermark may be behind the subtask's; with '0 ms' it is never"
                  + " behind. Operators downstream get the subtask's watermark minus this value. If"
                  + " it is unbounded, they get no watermark before the end of the input.")
          .build();

  /** The processing time after which a key without records is idle; null for never. */
  public static final HintOption<Duration> WATERMARK_IDLE_TIMEOUT =
      named("watermark.idle-timeout", positiveDuration())
          .noDefault("none")
          .description(
              "The processing time after which a key without records is idle. The pending results"
                  + " of an idle key are emitted, and its state is cleared.")
          .build();

  /**
   * How far a record may be ahead of the subtask's watermark and still advance its key's; null for
   * no limit.
   */
  public static final HintOption<Duration> WATERMARK_MAX_LEAD =
      named("watermark.max-lead", positiveDuration())
          .noDefault("none")
          .description(
              "How far a record may be ahead of the subtask's watermark and still advance the"
                  + " watermark of its key. While there is no watermark, the wall clock is used"
                  + " instead. Without a limit, one record from the future makes the next records"
                  + " of its key late, until their event time has caught up.")
          .build();

  public static final HintOption<MaxLeadAction> WATERMARK_MAX_LEAD_ACTION =
      named("watermark.max-lead.action", enumOf(MaxLeadAction.class))
          .defaultValue(MaxLeadAction.KEEP)
          .description(
              "With 'watermark.max-lead': whether a record that is further ahead is kept for its"
                  + " windows, or dropped.")
          .build();

  public static final HintOption<PlacementStrategy> PARTITION =
      named("partition", partitionStrategy())
          .defaultValue(PlacementStrategy.of(PlacementStrategy.Kind.HASH))
          .description(
              "How keys are placed on subtasks: by their hash, as in stock Flink ('hash'); integer"
                  + " keys in turn ('modulo'); each new key on the subtask with the fewest keys"
                  + " ('least-key') or records ('least-count'); by given weights ('weight'); by"
                  + " their hash, and moved while the job runs when the load is uneven ('auto'); or"
                  + " by a class that implements 'KeyPlacementStrategy'. If this option is set,"
                  + " even to 'hash', the default max parallelism is a multiple of the parallelism,"
                  + " so that all subtasks have the same number of key groups.")
          .build();

  /** Each subtask's percentage of the keys; null for none; needed with {@code partition=weight}. */
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

  /** The table or file with the numbers of records per key to start from; null for none. */
  public static final HintOption<String> PARTITION_HISTORY =
      named("partition.history", text("a table or a file of (key, count)"))
          .noDefault("none")
          .description(
              "With 'partition'='least-count': the numbers of records per key to start from.")
          .build();

  public static final HintOption<TriggerKind> PARTITION_MONITOR =
      named("partition.monitor", enumOf(TriggerKind.class))
          .defaultValue(TriggerKind.OFF)
          .description(
              "When the monitor evaluates how evenly records are spread over the subtasks: never"
                  + " ('off'), at an interval ('period'), after a number of records ('count'), or"
                  + " all the time ('threshold'). If the balance degree is below"
                  + " 'partition.monitor.threshold', keys are moved while the job runs. With"
                  + " 'partition'='auto' the default is 'threshold'.")
          .build();

  /**
   * The processing time between two judgements; null for none. Needed with {@code
   * partition.monitor=period}.
   */
  public static final HintOption<Duration> PARTITION_MONITOR_INTERVAL =
      named("partition.monitor.interval", positiveDuration())
          .noDefault("none")
          .description(
              "With 'partition.monitor'='period': the processing time between two judgements.")
          .build();

  /**
   * The number of records between two judgements; null for none. Needed with {@code
   * partition.monitor=count}.
   */
  public static final HintOption<Integer> PARTITION_MONITOR_RECORDS =
      named("partition.monitor.records", integerFrom(1))
          .noDefault("none")
          .description(
              "With 'partition.monitor'='count': the number of records between two judgements.")
          .build();

  public static final HintOption<Double> PARTITION_MONITOR_THRESHOLD =
      named("partition.monitor.threshold", fraction())
          .defaultValue(0.6)
          .description(
              "With 'partition.monitor': the balance degree below which keys are moved. It is the"
                  + " number of records of the least loaded subtask divided by that of the most"
                  + " loaded one.")
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
              "With 'partition.monitor': keys are moved only if this raises the balance degree by"
                  + " at least this value, or lowers the highest load of a subtask by at least this"
                  + " share of it.")
          .build();

  public static final HintOption<Duration> PARTITION_SYNC_SETTLING_TIME =
      named("partition.sync.settling-time", duration())
          .defaultValue(Duration.ofSeconds(10))
          .description(
              "With 'partition.monitor': the processing time after a move during which no other key"
                  + " is moved.")
          .build();

  public static final HintOption<Duration> PARTITION_SYNC_GRACE_TIME =
      named("partition.sync.grace-time", duration())
          .defaultValue(Duration.ofMinutes(5))
          .description(
              "With 'partition.monitor': the processing time during which a key is not moved back"
                  + " to a subtask that it was moved away from.")
          .build();

  /**
   * The Redis channel on which the running job takes commands and publishes the state of its
   * placement; null for none.
   */
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
          .advisable()
          .description(
              "How records reach the subtask of their key: over the network, as in stock Flink"
                  + " ('shuffle'); merged before they are sent ('local-merge'); merged in an"
                  + " external store, without an exchange ('global-merge'); or without an exchange,"
                  + " because the Kafka topic is partitioned by the key ('ahead-keyby'). With 'auto'"
                  + " a sample of the input decides between 'shuffle', 'local-merge' and"
                  + " 'ahead-keyby'.")
          .build();

  /** The span of event time in which records of a key are merged; null for the window's slice. */
  public static final HintOption<Duration> LOCAL_MERGE_SLOT =
      named("local-merge.slot", positiveDuration())
          .noDefault("the window's slice")
          .description("The span of event time within which records of a key are merged.")
          .build();

  /**
   * The triggers that make a local merge send its rows; null for punctuated with windows, and for
   * period with others.
   */
  public static final HintOption<Set<EmitTrigger>> LOCAL_MERGE_EMIT =
      named("local-merge.emit", anyOf(EmitTrigger.class))
          .noDefault("punctuated for windows, period for others")
          .description(
              "What makes the local merge send the rows that it holds: a delay ('period'), a number"
                  + " of records ('count'), or the end of a slot or a record that satisfies a"
                  + " condition ('punctuated'). In any case it sends them before a checkpoint, when"
                  + " its memory is full, and before a watermark that would make records late.")
          .build();

  /** The processing time that the oldest merged record may wait; null for one second. */
  public static final HintOption<Duration> LOCAL_MERGE_EMIT_DELAY =
      named("local-merge.emit.delay", positiveDuration())
          .noDefault("1 s")
          .description(
              "With 'local-merge.emit'='period': the processing time that the oldest merged record"
                  + " may wait.")
          .build();

  /** The number of records that are merged into one row before it is sent; null for none. */
  public static final HintOption<Integer> LOCAL_MERGE_EMIT_RECORDS =
      named("local-merge.emit.records", integerFrom(1))
          .noDefault("none")
          .description(
              "With 'local-merge.emit'='count': the number of records that are merged into one row"
                  + " before it is sent.")
          .build();

  /** The condition on a record that makes a local merge send its key's rows; null for none. */
  public static final HintOption<String> LOCAL_MERGE_EMIT_WHEN =
      named("local-merge.emit.when", text("a condition in SQL on the record"))
          .noDefault("none")
          .condition()
          .description(
              "With 'local-merge.emit'='punctuated': a record that satisfies this condition makes"
                  + " the merge send the rows that it holds for the key of the record.")
          .build();

  /** The global merge's store; null for none; needed with {@code exchange=global-merge}. */
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
              "With 'exchange'='global-merge': the store in which the subtasks merge their"
                  + " increments; 'rediss://' is Redis over TLS.")
          .build();

  /** The triggers besides checkpoints that make a subtask send its increments; null for none. */
  public static final HintOption<Set<EmitTrigger>> GLOBAL_MERGE_EMIT =
      named("global-merge.emit", anyOf(EmitTrigger.class))
          .noDefault("none")
          .description(
              "What makes a subtask send its increments to the store, in addition to checkpoints.")
          .build();

  /** The processing time that the oldest increment may wait; null for none. */
  public static final HintOption<Duration> GLOBAL_MERGE_EMIT_DELAY =
      named("global-merge.emit.delay", positiveDuration())
          .noDefault("none")
          .description(
              "With 'global-merge.emit'='period': the processing time that the oldest increment may"
                  + " wait.")
          .build();

  /** The number of records that are merged into one increment before it is sent; null for none. */
  public static final HintOption<Integer> GLOBAL_MERGE_EMIT_RECORDS =
      named("global-merge.emit.records", integerFrom(1))
          .noDefault("none")
          .description(
              "With 'global-merge.emit'='count': the number of records that are merged into one"
                  + " increment before it is sent.")
          .build();

  /** The condition on a record that makes the subtask send its increments; null for none. */
  public static final HintOption<String> GLOBAL_MERGE_EMIT_WHEN =
      named("global-merge.emit.when", text("a condition in SQL on the record"))
          .noDefault("none")
          .condition()
          .description(
              "With 'global-merge.emit'='punctuated': a record that satisfies this condition makes"
                  + " the subtask send its increments.")
          .build();

  /** The columns that a Kafka sink, or the topic of a table, is partitioned by; null for none. */
  public static final HintOption<List<String>> AHEAD_KEYBY_KEYS =
      named("ahead-keyby.keys", columns())
          .noDefault("the table's key.fields, else the keys of the query that reads it")
          .ofOneTable()
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
              "How the messages of a Kafka table in JSON, CSV or Avro are decoded: only the columns"
                  + " that the query reads, in one pass ('projected'), or all, as in stock Flink"
                  + " ('stock'). The rows are the same.")
          .build();

  public static final HintOption<PlanningAdvice> ADVICE =
      named("advice", enumOf(PlanningAdvice.class))
          .defaultValue(PlanningAdvice.OFF)
          .description(
              "Whether a statement is planned with the options that a sample of its input"
                  + " recommends, where nobody has set them: 'watermark', 'exchange' and 'partition',"
                  + " with those that belong to them.")
          .build();

  public static final HintOption<Integer> ADVICE_RECORDS =
      named("advice.records", integerFrom(1))
          .defaultValue(50_000)
          .description(
              "With 'advice' or a value 'auto': how many records are sampled for an operator at"
                  + " most, the latest of each partition.")
          .build();

  public static final HintOption<Duration> ADVICE_TIMEOUT =
      named("advice.timeout", positiveDuration())
          .defaultValue(Duration.ofSeconds(5))
          .description(
              "With 'advice' or a value 'auto': how long records are read for an operator's sample."
                  + " What has been read until then counts.")
          .build();

  public static final HintOption<Boolean> STRICT =
      named("strict", bool())
          .defaultValue(false)
          .description(
              "Whether it is an error if a hint is refused or has no effect. If not, Flink's plan"
                  + " stays, and EXPLAIN gives the reason.")
          .build();

  private TrilinkOptions() {}

  private static <T> HintOption.Builder<T> named(String name, OptionType<T> type) {
    return HintOption.named(name, type, ALL::add);
  }

  /** Every option, in the order of the documentation. */
  public static List<HintOption<?>> all() {
    return Collections.unmodifiableList(ALL);
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
