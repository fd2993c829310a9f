/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.trilink.planner.decision.HintCarrier;
import org.trilink.planner.hint.HintOptions;

/**
 * The query of an EXISTS without the projections on top, which Calcite's converter drops, and the
 * hints that these had. Either they are still there, below {@link #LIMIT}; or they came out of a
 * view and are gone, but the view's hints were copied down before.
 */
public final class ExistsQuery {

  /** The LIMIT, in rows, that keeps the projections: "trilink" in ASCII, which nobody writes. */
  public static final long LIMIT = 0x7472696C696E6BL;

  private final RelNode rel;
  private final Function<RelHint, HintOptions> parse;

  /** By how many nodes above the query they stood: the innermost first. */
  private final SortedMap<Integer, HintOptions> hintsAbove = new TreeMap<>();

  /**
   * Reads it from what the converter made.
   *
   * @param parse makes options of a hint
   */
  ExistsQuery(RelNode converted, Function<RelHint, HintOptions> parse) {
    this.parse = parse;
    RelNode root = SubQueries.withCopiedHints(converted);
    rel = isLimited(root) ? withoutProjections(root.getInput(0)) : root;
    findCopies(rel, 0);
  }

  private static boolean isLimited(RelNode root) {
    RexNode fetch = root instanceof Sort ? ((Sort) root).fetch : null;
    return fetch instanceof RexLiteral
        && BigDecimal.valueOf(LIMIT).compareTo(((RexLiteral) fetch).getValueAs(BigDecimal.class))
            == 0;
  }

  /** As the converter does it. */
  private RelNode withoutProjections(RelNode top) {
    if (!(top instanceof Project) && !isOnlyOrdered(top)) {
      return top;
    }
    RelNode below = withoutProjections(top.getInput(0));
    int height = heightAbove(below, top);
    HintCarrier.trilinkHints(top).stream()
        .filter(hint -> hint.inheritPath.isEmpty())
        .forEach(hint -> hintsAbove.put(height, parse.apply(hint)));
    return below;
  }

  private static boolean isOnlyOrdered(RelNode rel) {
    return rel instanceof Sort && ((Sort) rel).fetch == null && ((Sort) rel).offset == null;
  }

  private static int heightAbove(RelNode below, RelNode top) {
    return top == below ? 0 : 1 + heightAbove(below, top.getInput(0));
  }

  /** A copied hint has an inherit path from where it was written, which may be above the query. */
  private void findCopies(RelNode node, int depth) {
    for (RelHint hint : HintCarrier.trilinkHints(node)) {
      if (hint.inheritPath.size() > depth) {
        hintsAbove.put(hint.inheritPath.size() - depth, parse.apply(hint));
      }
    }
    node.getInputs().forEach(input -> findCopies(input, depth + 1));
  }

  /** The query, with the hints of its parts copied down. */
  RelNode rel() {
    return rel;
  }

  /** The hints behind the SELECTs on top, the innermost first. */
  Collection<HintOptions> hints() {
    return hintsAbove.values();
  }
}
