/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.MaxLeadAction;
import org.trilink.planner.hint.RecordOrder;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.metadata.InputTimeSpec;
import org.trilink.planner.node.HintWarnings;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/** The key-level watermark of an operator, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
public final class KeyWatermarkSpec {

  private static final String FIELD_NAME_INPUTS = "inputs";
  private static final String FIELD_NAME_POLICY = "policy";
  private static final String FIELD_NAME_FLOOR = "floor";

  @JsonProperty(FIELD_NAME_INPUTS)
  private final List<InputTimeSpec> inputs;

  @JsonProperty(FIELD_NAME_POLICY)
  private final KeyWatermarkPolicy policy;

  @Nullable
  @JsonProperty(FIELD_NAME_FLOOR)
  private final String floor;

  /**
   * Creates it.
   *
   * @param inputs one for each input of the operator
   * @param floor why the subtask's watermark is the floor of what may be late; empty if the user
   *     knows, null if it is not
   */
  @JsonCreator
  public KeyWatermarkSpec(
      @JsonProperty(FIELD_NAME_INPUTS) List<InputTimeSpec> inputs,
      @JsonProperty(FIELD_NAME_POLICY) KeyWatermarkPolicy policy,
      @Nullable @JsonProperty(FIELD_NAME_FLOOR) String floor) {
    this.inputs = new ArrayList<>(inputs);
    this.policy = policy;
    this.floor = floor;
  }

  /** Returns this watermark for the only input, with its time in another column. */
  public KeyWatermarkSpec atColumn(int column) {
    return new KeyWatermarkSpec(
        Collections.singletonList(inputs.get(0).atColumn(column)), policy, floor);
  }

  /** Returns this watermark for keys whose records come in the given order. */
  KeyWatermarkSpec with(PlannedOrder order) {
    return new KeyWatermarkSpec(
        inputs, policy.withOrder(order.floor() != null, order.isAssumed()), order.floor());
  }

  /** The policy, for an operator that is being translated; warns if its results come later. */
  public KeyWatermarkPolicy policy(PlannerBase planner) {
    if (floor != null && !floor.isEmpty()) {
      HintWarnings.tell(
          TrilinkOptions.WATERMARK_ORDER.name(),
          String.format(
              "watermark=key: %s, so a key's records may come in any order, and results come no"
                  + " sooner than with Flink's watermark. Set 'watermark.order' to 'by-key' if each"
                  + " key's records are in order; one topic that is written with record keys, which"
                  + " the table declares as 'key.fields', needs no such setting. EXPLAIN shows the"
                  + " plan.",
              floor),
          planner.getTableConfig());
    }
    return policy;
  }

  public KeyWatermarkPolicy policy() {
    return policy;
  }

  public InputTime inputTime(int input, PlannerBase planner) {
    return inputs.get(input).toInputTime(FlinkSettings.timeZone(planner.getTableConfig()));
  }

  InputTime[] inputTimes(PlannerBase planner) {
    return IntStream.range(0, inputs.size())
        .mapToObj(input -> inputTime(input, planner))
        .toArray(InputTime[]::new);
  }

  /** For EXPLAIN, e.g. {@code watermark.delay=5 s, watermark.max-skew=1 min}. */
  @Override
  public String toString() {
    List<String> settings = new ArrayList<>();
    inputs.forEach(input -> add(settings, TrilinkOptions.WATERMARK_DELAY, input.delay()));
    if (policy.hasFloor()) {
      settings.add(
          TrilinkOptions.WATERMARK_ORDER
              + "="
              + TrilinkOptions.WATERMARK_ORDER.format(RecordOrder.ANY));
    }
    if (policy.isSkewBounded()) {
      add(settings, TrilinkOptions.WATERMARK_MAX_SKEW, policy.maxSkew());
    }
    if (policy.hasIdleTimeout()) {
      add(settings, TrilinkOptions.WATERMARK_IDLE_TIMEOUT, policy.idleTimeout());
    }
    if (policy.isOfGroups()) {
      settings.add(TrilinkOptions.WATERMARK_KEYS_PER_GROUP + "=" + policy.keysPerGroup());
    }
    if (policy.isLeadBounded()) {
      add(settings, TrilinkOptions.WATERMARK_MAX_LEAD, policy.maxLead());
      if (policy.dropsBeyondMaxLead()) {
        HintOption<MaxLeadAction> action = TrilinkOptions.WATERMARK_MAX_LEAD_ACTION;
        settings.add(action + "=" + action.format(MaxLeadAction.DROP));
      }
    }
    return String.join(", ", settings);
  }

  private static void add(List<String> settings, HintOption<Duration> option, long millis) {
    settings.add(option + "=" + option.format(Duration.ofMillis(millis)));
  }
}
