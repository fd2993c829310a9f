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
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnore;
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
  private static final String FIELD_NAME_MAX_SKEW = "maxSkewMillis";
  private static final String FIELD_NAME_IDLE_TIMEOUT = "idleTimeoutMillis";
  private static final String FIELD_NAME_KEYS_PER_GROUP = "keysPerGroup";
  private static final String FIELD_NAME_MAX_LEAD = "maxLeadMillis";
  private static final String FIELD_NAME_DROPS_BEYOND_MAX_LEAD = "dropsBeyondMaxLead";
  private static final String FIELD_NAME_FLOOR = "floor";
  private static final String FIELD_NAME_CHECKS_ORDER = "checksOrder";

  @JsonProperty(FIELD_NAME_INPUTS)
  private final List<InputTimeSpec> inputs;

  @Nullable
  @JsonProperty(FIELD_NAME_MAX_SKEW)
  private final Long maxSkew;

  @Nullable
  @JsonProperty(FIELD_NAME_IDLE_TIMEOUT)
  private final Long idleTimeout;

  @JsonProperty(FIELD_NAME_KEYS_PER_GROUP)
  private final int keysPerGroup;

  @Nullable
  @JsonProperty(FIELD_NAME_MAX_LEAD)
  private final Long maxLead;

  @JsonProperty(FIELD_NAME_DROPS_BEYOND_MAX_LEAD)
  private final boolean dropsBeyondMaxLead;

  @Nullable
  @JsonProperty(FIELD_NAME_FLOOR)
  private final String floor;

  @JsonProperty(FIELD_NAME_CHECKS_ORDER)
  private final boolean checksOrder;

  /**
   * Creates it.
   *
   * @param inputs one for each input of the operator
   * @param maxSkew in ms, null for unbounded
   * @param idleTimeout in ms, null for none
   * @param maxLead in ms, null for none
   * @param dropsBeyondMaxLead whether records that are further ahead are dropped, or kept
   * @param floor why the subtask's watermark is the floor of what may be late; empty if the user
   *     knows, null if it is not
   * @param checksOrder whether a key gets such a floor when its records are not in order
   */
  @JsonCreator
  public KeyWatermarkSpec(
      @JsonProperty(FIELD_NAME_INPUTS) List<InputTimeSpec> inputs,
      @Nullable @JsonProperty(FIELD_NAME_MAX_SKEW) Long maxSkew,
      @Nullable @JsonProperty(FIELD_NAME_IDLE_TIMEOUT) Long idleTimeout,
      @JsonProperty(FIELD_NAME_KEYS_PER_GROUP) int keysPerGroup,
      @Nullable @JsonProperty(FIELD_NAME_MAX_LEAD) Long maxLead,
      @JsonProperty(FIELD_NAME_DROPS_BEYOND_MAX_LEAD) boolean dropsBeyondMaxLead,
      @Nullable @JsonProperty(FIELD_NAME_FLOOR) String floor,
      @JsonProperty(FIELD_NAME_CHECKS_ORDER) boolean checksOrder) {
    this.inputs = new ArrayList<>(inputs);
    this.maxSkew = maxSkew;
    this.idleTimeout = idleTimeout;
    this.keysPerGroup = keysPerGroup;
    this.maxLead = maxLead;
    this.dropsBeyondMaxLead = dropsBeyondMaxLead;
    this.floor = floor;
    this.checksOrder = checksOrder;
  }

  /** Whether keys, and the watermark that is forwarded, follow the subtask's at a distance. */
  @JsonIgnore
  public boolean isSkewBounded() {
    return maxSkew != null;
  }

  /** Whether keys that are silent for a time are forgotten. */
  @JsonIgnore
  public boolean hasIdleTimeout() {
    return idleTimeout != null;
  }

  /** Whether there are records that keys' watermarks do not follow. */
  @JsonIgnore
  public boolean hasMaxLead() {
    return maxLead != null;
  }

  /** Whether several keys share a watermark. */
  @JsonIgnore
  public boolean isOfGroups() {
    return keysPerGroup > 1;
  }

  /** Returns this watermark for the only input, with its time in another column. */
  public KeyWatermarkSpec atColumn(int column) {
    return new KeyWatermarkSpec(
        Collections.singletonList(inputs.get(0).atColumn(column)),
        maxSkew,
        idleTimeout,
        keysPerGroup,
        maxLead,
        dropsBeyondMaxLead,
        floor,
        checksOrder);
  }

  /** Returns this watermark for keys whose records come in the given order. */
  KeyWatermarkSpec with(PlannedOrder order) {
    return new KeyWatermarkSpec(
        inputs,
        maxSkew,
        idleTimeout,
        keysPerGroup,
        maxLead,
        dropsBeyondMaxLead,
        order.floor(),
        order.isAssumed());
  }

  /** Whether the subtask's watermark is the floor of what may be late. */
  @JsonIgnore
  public boolean hasFloor() {
    return floor != null;
  }

  /** The policy, for an operator that is being translated; warns if its results come later. */
  public KeyWatermarkPolicy policy(PlannerBase planner) {
    if (hasFloor() && !floor.isEmpty()) {
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
    return policy();
  }

  public KeyWatermarkPolicy policy() {
    KeyWatermarkPolicy policy =
        KeyWatermarkPolicy.of(duration(maxSkew), duration(idleTimeout), keysPerGroup);
    if (maxLead != null) {
      policy = policy.withMaxLead(maxLead, dropsBeyondMaxLead);
    }
    if (hasFloor()) {
      return policy.withFloor();
    }
    return checksOrder ? policy.withCheckedOrder() : policy;
  }

  @Nullable
  private static Duration duration(@Nullable Long millis) {
    return millis == null ? null : Duration.ofMillis(millis);
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
    if (hasFloor()) {
      settings.add(
          TrilinkOptions.WATERMARK_ORDER
              + "="
              + TrilinkOptions.WATERMARK_ORDER.format(RecordOrder.ANY));
    }
    add(settings, TrilinkOptions.WATERMARK_MAX_SKEW, maxSkew);
    add(settings, TrilinkOptions.WATERMARK_IDLE_TIMEOUT, idleTimeout);
    if (isOfGroups()) {
      settings.add(TrilinkOptions.WATERMARK_KEYS_PER_GROUP + "=" + keysPerGroup);
    }
    add(settings, TrilinkOptions.WATERMARK_MAX_LEAD, maxLead);
    if (maxLead != null && dropsBeyondMaxLead) {
      HintOption<MaxLeadAction> action = TrilinkOptions.WATERMARK_MAX_LEAD_ACTION;
      settings.add(action + "=" + action.format(MaxLeadAction.DROP));
    }
    return String.join(", ", settings);
  }

  private static void add(
      List<String> settings, HintOption<Duration> option, @Nullable Long millis) {
    if (millis != null) {
      settings.add(option + "=" + option.format(Duration.ofMillis(millis)));
    }
  }
}
