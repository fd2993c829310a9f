/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.advice.measure.BalanceForecast;
import org.trilink.advice.measure.CatchUp;
import org.trilink.advice.measure.Deadline;
import org.trilink.advice.measure.Disorder;
import org.trilink.advice.measure.Frequencies;
import org.trilink.advice.measure.LateRecords;
import org.trilink.advice.measure.LocalMergeRows;
import org.trilink.advice.measure.LossByGrain;
import org.trilink.advice.measure.PartitionsOfKeys;
import org.trilink.advice.measure.SampledRecords;
import org.trilink.advice.measure.SilentKeys;
import org.trilink.advice.measure.StoreChanges;
import org.trilink.planner.hint.RecordOrder;
import org.trilink.planner.keywatermark.PlannedOrder;
import org.trilink.planner.placement.MaxParallelism;
import org.trilink.runtime.placement.CoordinatedPlacement;
import org.trilink.runtime.placement.HashPlacement;
import org.trilink.runtime.placement.ModuloPlacement;
import org.trilink.runtime.placement.PlacementTrial;

/** The facts that were measured on the sample of an operator's input. */
public final class OperatorFacts {

  /** The strategy of a plan without a hint. */
  static final String FLINK = "flink";

  private static final int FURTHER_PARALLELISMS = 3;

  /** Slots that are tried besides the slice, in ms. */
  private static final long[] SHORTER_SLOTS = {10_000, 1_000, 100};

  private static final long DEFAULT_PERIOD = 1_000;

  /** The most windows of a record with which the changes of a global merge's store are counted. */
  private static final int MOST_WINDOWS = 10;

  /** How often a global merge without checkpoints sends its increments. */
  private static final Duration DEFAULT_SENDING_PERIOD = Duration.ofSeconds(1);

  private final ObservedOperator operator;
  private final OperatorSample sample;
  private final SampledRecords records;
  private final int parallelism;
  private final OptionalInt maxParallelism;
  private final int idleSourceSubtasks;
  private final Frequencies frequencies;
  private final PartitionsOfKeys partitionsOfKeys;
  private final List<TopicPartitioners.Candidate> partitioners;
  @Nullable private final Disorder disorder;
  @Nullable private final SilentKeys silentKeys;
  @Nullable private final PlannedOrder order;
  @Nullable private final LateRecords lateBySubtask;
  @Nullable private final LateRecords lateByKey;
  @Nullable private final LateRecords lateByKeyWithFloor;
  @Nullable private final CatchUp catchUp;
  private final List<LossByGrain> grains;
  private final Map<Long, LocalMergeRows> merges;
  private final long sendingPeriod;
  @Nullable private final StoreChanges storeChanges;
  private final List<BalanceForecast> forecasts;
  private final List<BalanceForecast> forecastsOfRows;

  /**
   * Measures a sample, which is not empty, of an operator of which nothing is given.
   *
   * @param session for the job's settings
   */
  public OperatorFacts(ObservedOperator operator, OperatorSample sample, PlanningSession session) {
    this(operator, sample, session, GivenOptions.NOTHING);
  }

  /** Measures a sample, which is not empty, of an operator for which options are given. */
  OperatorFacts(
      ObservedOperator operator,
      OperatorSample sample,
      PlanningSession session,
      GivenOptions given) {
    this.operator = operator;
    this.sample = sample;
    records = sample.records();
    parallelism = session.parallelism();
    maxParallelism = session.jobOf(parallelism).maxParallelism();
    frequencies = Frequencies.of(records);
    partitionsOfKeys = PartitionsOfKeys.of(records, sample.inputsOfPartitions());
    partitioners = TopicPartitioners.of(operator, sample, records);
    boolean timed = hasTimes();
    idleSourceSubtasks =
        timed && !session.hasIdleTimeout() ? sample.subtasksWithoutPartition(parallelism) : 0;
    disorder = timed ? Disorder.of(records) : null;
    silentKeys = timed ? SilentKeys.of(records) : null;
    Deadline deadline = timed ? operator.deadline() : null;
    lateBySubtask = deadline == null ? null : LateRecords.bySubtask(records, deadline, delay());
    lateByKey =
        deadline == null
            ? null
            : LateRecords.byKey(records, deadline, delay(), LateRecords.UNBOUNDED);
    lateByKeyWithFloor =
        deadline == null ? null : LateRecords.byKeyWithFloor(records, deadline, delay());
    order = operator.eventTime().map(each -> given.order(each, this::partitions)).accepted();
    catchUp =
        timed && hasKeysOfSeveralPartitions()
            ? CatchUp.of(records.partitionByPartition(), deadline, delay())
            : null;
    grains = deadline == null ? Collections.emptyList() : grains(delay());
    merges = merges(timed);
    sendingPeriod =
        session.jobOf(parallelism).checkpointInterval().orElse(DEFAULT_SENDING_PERIOD).toMillis();
    storeChanges = merges.isEmpty() || hasManyWindows() ? null : changesOfStore();
    forecasts = forecasts(session, records.recordsByKey());
    LocalMergeRows rows = merges.isEmpty() ? null : merges.values().iterator().next();
    forecastsOfRows = rows == null ? Collections.emptyList() : forecasts(session, rows.rowsByKey());
  }

  private boolean hasTimes() {
    return operator.inputs().stream().allMatch(input -> input.timeColumn() >= 0)
        && records.withTimes().size() > 0;
  }

  private int[] keyGroups() {
    int keyGroups = flinksMaxParallelism(parallelism);
    HashPlacement hash = new HashPlacement();
    return Arrays.stream(sample.keys()).mapToInt(key -> hash.keyGroup(key, keyGroups)).toArray();
  }

  /** The user's, else Flink's default. */
  private int flinksMaxParallelism(int subtasks) {
    return maxParallelism.orElse(KeyGroupRangeAssignment.computeDefaultMaxParallelism(subtasks));
  }

  // --------------------------------------------------------------------------------- local merge

  private Map<Long, LocalMergeRows> merges(boolean timed) {
    Map<Long, LocalMergeRows> bySlot = new LinkedHashMap<>();
    EventWindows windows = operator.windows();
    if (windows != null && timed) {
      bySlot.put(windows.slice(), merge(windows.slice()));
      for (long slot : SHORTER_SLOTS) {
        if (slot < windows.slice() && windows.slice() % slot == 0) {
          bySlot.put(slot, merge(slot));
        }
      }
    } else if (operator.isGroupAggregate()) {
      bySlot.put(DEFAULT_PERIOD, LocalMergeRows.inPeriods(records, DEFAULT_PERIOD, parallelism));
    }
    return bySlot;
  }

  /**
   * By the key's watermark if that loses less and has no floor; with one, a local merge goes by
   * Flink's.
   */
  private LocalMergeRows merge(long slot) {
    EventWindows windows = operator.windows();
    return LocalMergeRows.inSlots(
        records,
        slot,
        windows.offset(),
        windows.zone(),
        delay(),
        isByKeyBetter() && !hasFloor(),
        parallelism);
  }

  /** Counting the increments of all windows would take too long. */
  private boolean hasManyWindows() {
    return operator.windows() != null && operator.windows().ofRecord() > MOST_WINDOWS;
  }

  private StoreChanges changesOfStore() {
    EventWindows windows = operator.windows();
    return StoreChanges.inPeriods(
        records,
        sendingPeriod,
        windows == null ? StoreChanges.Windows.NONE : windows::endsOf,
        parallelism);
  }

  /** Whether a watermark for each key loses less than Flink's. */
  boolean isByKeyBetter() {
    return lateBySubtask != null && lateAsPlanned().late() < lateBySubtask.late();
  }

  // ------------------------------------------------------------------------------- order of keys

  private OptionalInt partitions(TableSourceTable table) {
    for (int input = 0; input < operator.inputs().size(); input++) {
      if (operator.inputs().get(input).isOf(table)) {
        return sample.partitionsOf(input);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * In which order the records of a key come as the planner sees it, as set or by the plan; null if
   * keys can have no watermarks of their own.
   */
  @Nullable
  PlannedOrder order() {
    return order;
  }

  /** Whether keys have records in several partitions of a table: then they come in any order. */
  public boolean hasKeysOfSeveralPartitions() {
    return partitionsOfKeys.ofSeveral() > 0;
  }

  /** Whether Flink's watermark has to be the floor of what is late, so that nothing is lost. */
  public boolean hasFloor() {
    return hasKeysOfSeveralPartitions() || order == null || order.order() == RecordOrder.ANY;
  }

  /**
   * The records that are late with a watermark for each key as it should be planned, with a floor
   * or without; null if that is not known.
   */
  @Nullable
  public LateRecords lateAsPlanned() {
    return hasFloor() ? lateByKeyWithFloor : lateByKey;
  }

  /**
   * Reading partition by partition; null unless keys have records in several of them, and there are
   * event times.
   */
  @Nullable
  public CatchUp catchUp() {
    return catchUp;
  }

  // ------------------------------------------------------------------------------------- balance

  private List<BalanceForecast> forecasts(PlanningSession session, long[] loads) {
    List<BalanceForecast> all = new ArrayList<>();
    for (int subtasks : parallelisms()) {
      add(all, FLINK, subtasks, loads, () -> hash(subtasks));
      int groups = MaxParallelism.withoutSavepoint(session.jobOf(subtasks));
      RowType keyType = operator.keyType();
      add(
          all,
          "modulo",
          subtasks,
          loads,
          () -> PlacementTrial.of(new ModuloPlacement(), keyType, groups));
      add(
          all,
          "least-key",
          subtasks,
          loads,
          () -> PlacementTrial.of(CoordinatedPlacement.leastKey(), keyType, groups, subtasks));
      add(
          all,
          "least-count",
          subtasks,
          loads,
          () -> PlacementTrial.of(CoordinatedPlacement.leastCount(), keyType, groups, subtasks));
    }
    return all;
  }

  /** The job's, and some times that, as far as there are key groups. */
  private Set<Integer> parallelisms() {
    int most = maxParallelism.orElse(KeyGroupRangeAssignment.UPPER_BOUND_MAX_PARALLELISM);
    Set<Integer> subtasks = new TreeSet<>();
    subtasks.add(parallelism);
    IntStream.rangeClosed(1, FURTHER_PARALLELISMS)
        .map(power -> parallelism << power)
        .filter(each -> each > 0 && each <= most)
        .forEach(subtasks::add);
    return subtasks;
  }

  private PlacementTrial hash(int subtasks) {
    return PlacementTrial.of(
        new HashPlacement(), operator.keyType(), flinksMaxParallelism(subtasks));
  }

  private interface Trial {
    PlacementTrial create();
  }

  /** Leaves a strategy out that cannot place such keys. */
  private void add(
      List<BalanceForecast> forecasts, String strategy, int subtasks, long[] loads, Trial trial) {
    try {
      forecasts.add(
          BalanceForecast.of(records, sample.keys(), loads, strategy, trial.create(), subtasks));
    } catch (IllegalArgumentException notForSuchKeys) {
      // the strategy needs keys of another type
    }
  }

  // ------------------------------------------------------------------------------------- figures

  public ObservedOperator operator() {
    return operator;
  }

  public OperatorSample sample() {
    return sample;
  }

  public SampledRecords records() {
    return records;
  }

  /** The parallelism of the job. */
  public int parallelism() {
    return parallelism;
  }

  /**
   * Subtasks of a source that get no partition, for each of which Flink's watermark waits for ever;
   * 0 if it need not wait.
   */
  public int idleSourceSubtasks() {
    return idleSourceSubtasks;
  }

  /** The delay of the tables' watermarks, in ms; 0 if it is not known. */
  public long delay() {
    return operator.delay().map(delay -> delay.toMillis()).orElse(0L);
  }

  public Frequencies frequencies() {
    return frequencies;
  }

  public PartitionsOfKeys partitionsOfKeys() {
    return partitionsOfKeys;
  }

  public List<TopicPartitioners.Candidate> partitioners() {
    return partitioners;
  }

  /** How far records are out of order; null if they have no event time that matters. */
  @Nullable
  public Disorder disorder() {
    return disorder;
  }

  /** The keys that have sent nothing for long; null if records have no event time that matters. */
  @Nullable
  public SilentKeys silentKeys() {
    return silentKeys;
  }

  /** With Flink's watermark; null if the operator drops no records by their time alone. */
  @Nullable
  public LateRecords lateBySubtask() {
    return lateBySubtask;
  }

  /** If no record could be judged. */
  public String whyLateIsUnknown() {
    return sample.emptyPartitions().isEmpty()
        ? "no record of the sample comes after every partition has had one"
        : "partitions without records hold Flink's watermark back";
  }

  /**
   * With a watermark for each key without a floor; null if the operator drops no records by their
   * time alone.
   */
  @Nullable
  public LateRecords lateByKey() {
    return lateByKey;
  }

  /**
   * The records that are late with a watermark for each key and Flink's watermark as the floor;
   * null if the operator drops no records by their time alone.
   */
  @Nullable
  public LateRecords lateByKeyWithFloor() {
    return lateByKeyWithFloor;
  }

  /** The records that are late with a watermark for each key and a max-skew, in ms. */
  public LateRecords lateByKey(long maxSkew) {
    return LateRecords.byKey(records, operator.deadline(), delay(), maxSkew);
  }

  /** By keys per group; empty if the operator drops no records by their time alone. */
  public List<LossByGrain> grains() {
    return grains;
  }

  /**
   * The records that are late with another delay of the watermark, by keys per group; the operator
   * must drop records by their time.
   *
   * @param delay in ms
   */
  List<LossByGrain> grains(long delay) {
    return LossByGrain.of(records, operator.deadline(), delay, delay(), hasFloor(), keyGroups());
  }

  /** By the length of the slot in ms, the slice first; of a GROUP BY, by the period. */
  public Map<Long, LocalMergeRows> merges() {
    return merges;
  }

  /**
   * The changes that the store of a global merge would see; null if records are not merged, or each
   * belongs to many windows.
   */
  @Nullable
  public StoreChanges storeChanges() {
    return storeChanges;
  }

  /** How often a global merge sends its increments, in ms: with each checkpoint, if there are. */
  public long sendingPeriod() {
    return sendingPeriod;
  }

  /** The forecasts of the balance by the numbers of records, the job's parallelism first. */
  public List<BalanceForecast> forecasts() {
    return forecasts;
  }

  /**
   * The forecasts of the balance by the rows that a local merge sends in the place of the records;
   * none if it sends none.
   */
  List<BalanceForecast> forecastsOfRows() {
    return forecastsOfRows;
  }

  /** A key's columns, such as {@code sensor_id=17}. */
  public String key(int number) {
    BinaryRowData key = sample.keys()[number];
    RowType type = operator.keyType();
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      Object value = RowData.createFieldGetter(type.getTypeAt(i), i).getFieldOrNull(key);
      columns.add(type.getFieldNames().get(i) + "=" + value);
    }
    return String.join(", ", columns);
  }
}
