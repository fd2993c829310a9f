/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.ExchangeRewrite;
import org.trilink.planner.decision.HintReport;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.metadata.WatermarkNeed;
import org.trilink.planner.node.StreamPhysicalRequest;
import org.trilink.planner.placement.KeyPlacement;
import org.trilink.planner.placement.StreamPhysicalKeyPlacement;

/** The rewrite of one operator that its hints ask for, by subject. */
final class OperatorRewrite {

  private final List<String> refusals = new ArrayList<>();
  private final Set<String> remarks = new LinkedHashSet<>();
  @Nullable private final KeyWatermark watermark;
  @Nullable private final ExchangeRewrite exchange;
  @Nullable private final KeyPlacement placement;

  OperatorRewrite(
      Decision<KeyWatermark> watermark,
      Decision<ExchangeRewrite> exchange,
      Decision<KeyPlacement> placement) {
    this.watermark = watermark.accepted();
    this.exchange = exchange.accepted();
    this.placement = placement.accepted();
    addRefusal(watermark);
    addRefusal(exchange);
    addRefusal(placement);
  }

  private void addRefusal(Decision<?> decision) {
    if (decision.refusal() != null) {
      refusals.add(decision.refusal());
    }
    if (decision.remark() != null) {
      remarks.add(decision.remark());
    }
  }

  /** Whether an aggregate of two phases will be one of a single phase. */
  boolean losesFirstPhase() {
    return watermark != null || exchange != null;
  }

  /** By key-level watermarks without a bound an operator works on its own. */
  boolean needsWatermarks(RelNode rel) {
    return watermark == null ? WatermarkNeed.isOf(rel) : watermark.spec().policy().isSkewBounded();
  }

  /**
   * A request for a rule to rewrite the operator, its placement, and what was refused, above it.
   */
  RelNode on(RelNode rel) {
    RelNode rewritten = rel;
    if (watermark != null) {
      rewritten = new StreamPhysicalRequest<>(rewritten, watermark);
    }
    if (exchange != null) {
      rewritten = exchange.request(rewritten);
    }
    if (placement != null) {
      rewritten = new StreamPhysicalKeyPlacement(rewritten, placement);
    }
    if (!remarks.isEmpty()) {
      rewritten = HintReport.remark(rewritten, String.join("; ", remarks));
    }
    for (String refusal : refusals) {
      rewritten = HintReport.warn(rewritten, refusal);
    }
    return rewritten;
  }
}
