/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.List;
import org.trilink.advice.measure.CatchUp;
import org.trilink.advice.measure.LateRecords;
import org.trilink.advice.measure.LossByGrain;
import org.trilink.advice.measure.SilentKeys;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.TrilinkOptions;

/** Whether an operator should have a watermark for each key, and how coarse it may be. */
final class WatermarkRecommender {

  private static final String WATERMARK = "watermark";
  private static final String KEY = "key";
  private static final String DELAY = "watermark.delay";
  private static final String MAX_SKEW = "watermark.max-skew";
  private static final String KEYS_PER_GROUP = "watermark.keys-per-group";

  private final OperatorFacts facts;
  private final GivenOptions given;
  private final Recommendation result;
  private final OrderAdvice order;

  WatermarkRecommender(OperatorFacts facts, GivenOptions given, Recommendation result) {
    this.facts = facts;
    this.given = given;
    this.result = result;
    this.order = new OrderAdvice(facts, given, result);
  }

  void watermark() {
    ObservedOperator operator = facts.operator();
    if (operator.eventTime().isNone()) {
      return; // the operator does nothing by event time
    }
    if (operator.eventTime().accepted() == null) {
      result.decline(WATERMARK, KEY, operator.eventTime().refusal());
    } else if (order.obstacle() != null) {
      result.decline(WATERMARK, KEY, order.obstacle());
    } else if (facts.lateBySubtask() != null) {
      ofLateRecords(facts.lateBySubtask(), facts.lateAsPlanned());
    } else if (facts.disorder() != null) {
      ofDisorder();
    }
  }

  private void ofLateRecords(LateRecords stock, LateRecords ofKeys) {
    if (stock.counted() == 0) {
      result.decline(
          WATERMARK, KEY, facts.whyLateIsUnknown() + ", so nothing can be said of late records");
      return;
    }
    if (facts.isByKeyBetter()) {
      ofFewerLateRecords(stock, ofKeys);
    } else if (facts.idleSourceSubtasks() > 0 && !facts.hasFloor()) {
      result.choose(WATERMARK, KEY, "Flink's watermark does not advance, and results wait for it");
    } else {
      ofAsManyLateRecords(stock);
    }
    if (facts.idleSourceSubtasks() > 0) {
      ofIdleSubtasks();
    }
    if (facts.sample().droppedRecords() > 0) {
      ofDroppedRecords();
    }
  }

  private void ofAsManyLateRecords(LateRecords stock) {
    result.decline(
        WATERMARK,
        KEY,
        stock.late() == 0
            ? noneIsLate()
            : String.format(
                "%s of the records are late with Flink's watermark, and as many with one for each"
                    + " key: records of a key are out of order by up to %s",
                Texts.percent(stock.share()), Texts.duration(facts.disorder().withinKeys().max())));
    if (stock.late() > 0) {
      result.addFurther(
          String.format(
              "With a delay of %s in the table's WATERMARK no record of the sample would be late.",
              Texts.roundedUp(stock.losslessDelay())));
    }
  }

  private String noneIsLate() {
    return facts.sample().droppedRecords() == 0
        ? "no record of the sample is late with Flink's watermark"
        : "whether records are late with Flink's watermark is not known, as those that the query"
            + " drops advance it too. By the others alone, none is late";
  }

  private void ofDroppedRecords() {
    result.addFurther(
        String.format(
            "%s records that were read for the sample are dropped by the query. In a job they"
                + " advance Flink's watermark, in the sample they do not: more records may be late"
                + " with it than the sample says.",
            Texts.number(facts.sample().droppedRecords())));
  }

  private void ofFewerLateRecords(LateRecords stock, LateRecords ofKeys) {
    result.choose(
        WATERMARK,
        KEY,
        String.format(
            "%s of the records are late with Flink's watermark and are lost; with one for each key,"
                + " %s%s",
            Texts.percent(stock.share()), Texts.part(ofKeys.share()), ofCatchUp()));
    if (ofKeys.late() > 0) {
      result.chooseWith(
          WATERMARK,
          DELAY,
          Texts.roundedUp(ofKeys.losslessDelay()),
          String.format(
              "a key's own records are out of order by up to %s; with this delay, none is late",
              Texts.duration(facts.disorder().withinKeys().max())));
    }
    ofSilentKeys(stock.losslessDelay());
    if (facts.hasKeysOfSeveralPartitions()) {
      order.ofSeveralPartitions();
    }
  }

  /** Empty unless it matters in which order partitions are read. */
  private String ofCatchUp() {
    CatchUp catchUp = facts.catchUp();
    return catchUp == null
        ? ""
        : String.format(
            ". A job that catches up and reads partition by partition loses %s with Flink's"
                + " watermark, and %s with one for each key",
            Texts.part(catchUp.bySubtask().share()), Texts.part(catchUp.byKeyWithFloor().share()));
  }

  private void ofIdleSubtasks() {
    result.addFurther(
        String.format(
            "%s of a source's %s subtasks get no partition, and Flink's watermark waits for them for"
                + " ever: %s there are no results, unless table.exec.source.idle-timeout is set or"
                + " the job has fewer subtasks.",
            facts.idleSourceSubtasks(),
            facts.parallelism(),
            facts.hasFloor()
                ? "also with one for each key, as the records of a key may come in any order,"
                : "without one for each key"));
  }

  /** Operators that may keep a late record, or drop one by more than its own time. */
  private void ofDisorder() {
    long betweenKeys = facts.disorder().betweenKeys().max();
    if (betweenKeys <= facts.delay()) {
      result.decline(
          WATERMARK, KEY, "no record of the sample is behind others by more than the delay");
      return;
    }
    result.choose(
        WATERMARK,
        KEY,
        String.format(
            "keys of a partition are up to %s apart, and the watermark's delay is %s",
            Texts.duration(betweenKeys), Texts.duration(facts.delay())));
    ofSilentKeys(betweenKeys);
    if (facts.hasKeysOfSeveralPartitions()) {
      order.ofSeveralPartitions();
    }
  }

  /**
   * A silent key's last results wait for the other keys, if there is a max-skew.
   *
   * @param farthest behind the watermark, in ms
   */
  private void ofSilentKeys(long farthest) {
    SilentKeys silent = facts.silentKeys();
    if (silent.silent() == 0) {
      return;
    }
    String skew = Texts.roundedUp(farthest + farthest / 2);
    result.chooseWith(
        WATERMARK,
        MAX_SKEW,
        skew,
        String.format(
            "%s keys had been silent for up to %s when the sample ended; their last results come"
                + " when the others are this much further. Records were up to %s behind",
            Texts.number(silent.silent()),
            Texts.duration(silent.longestSilence()),
            Texts.duration(silent.greatestLag())));
  }

  /** Only where it is left to advice: whether less state is worth it, records do not say. */
  void keysPerGroup(ExchangeStrategy exchange) {
    if (!given.leavesKeysPerGroup()) {
      return;
    }
    String obstacle = given.obstacleToGroups(exchange);
    if (obstacle != null || facts.lateBySubtask() == null) {
      result.choose(
          KEYS_PER_GROUP,
          "1",
          obstacle != null
              ? obstacle
              : "of this operator's losses nothing can be said record by record");
      return;
    }
    List<LossByGrain> grains = facts.grains(delay());
    long ofKeys = grains.get(0).late().late();
    LossByGrain coarsest = grains.get(0);
    String limit = "however many share one, no further record of the sample is late";
    for (LossByGrain grain : grains) {
      if (grain.late().late() > ofKeys) {
        limit =
            String.format(
                "with %s, %s of the records would be late",
                Texts.number(grain.keysPerGroup()), Texts.percent(grain.late().share()));
        break;
      }
      if (!grain.isHalfFull()) {
        limit =
            String.format(
                "no further record of the sample is late, which has too few keys, %s, to say so of"
                    + " groups of %s",
                Texts.number(facts.records().keyCount()), Texts.number(grain.keysPerGroup()));
        break;
      }
      coarsest = grain;
    }
    result.choose(KEYS_PER_GROUP, String.valueOf(coarsest.keysPerGroup()), limit);
  }

  /** The delay of a key's watermark, in ms. */
  private long delay() {
    String advised = result.options().get(DELAY);
    return given.delay(
        advised == null ? null : TrilinkOptions.WATERMARK_DELAY.parse(advised), facts.delay());
  }
}
