/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

/** The classes of {@link FlinkField} that have other names in some versions of Flink. */
final class FlinkClassNames {

  static final String JSON_DECODER =
      "org.apache.flink.formats.json.AbstractJsonDeserializationSchema";
  static final String LOOKUP_JOIN =
      "org.apache.flink.table.planner.plan.nodes.physical.common.CommonPhysicalLookupJoin";
  static final String WINDOW_OPERATOR =
      "org.apache.flink.table.runtime.operators.window.tvf.common.WindowAggOperator";
  static final String WINDOW_PROCESSOR =
      "org.apache.flink.table.runtime.operators.aggregate.window.processors"
          + ".AbstractSliceWindowAggProcessor";

  private FlinkClassNames() {}
}
