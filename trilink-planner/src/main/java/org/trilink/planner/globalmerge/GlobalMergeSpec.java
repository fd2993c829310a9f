/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.emit.EmitSpec;
import org.trilink.runtime.merge.EmitTriggers;
import org.trilink.runtime.merge.store.StoreAddress;

/** Where and when a global merge sends its increments, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class GlobalMergeSpec {

  private static final String FIELD_NAME_STORE = "store";
  private static final String FIELD_NAME_EMIT = "emit";

  @JsonProperty(FIELD_NAME_STORE)
  private final String store;

  @JsonProperty(FIELD_NAME_EMIT)
  private final EmitSpec emit;

  /**
   * Creates it.
   *
   * @param store its address, with the password
   * @param emit what makes a subtask send
   */
  @JsonCreator
  public GlobalMergeSpec(
      @JsonProperty(FIELD_NAME_STORE) String store, @JsonProperty(FIELD_NAME_EMIT) EmitSpec emit) {
    this.store = store;
    this.emit = emit;
  }

  /** The triggers that make a subtask send its increments. */
  public EmitSpec emit() {
    return emit;
  }

  StoreAddress address() {
    return StoreAddress.of(store);
  }

  EmitTriggers triggers(TableConfig config, RowType inputType) {
    return emit.triggers(config, inputType);
  }
}
