/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.decision.HintReport;
import org.trilink.planner.decision.HintRequest;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.decision.StrictHints;
import org.trilink.planner.decode.DecideDecoding;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.PlanningAdvice;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.hint.WatermarkGrain;
import org.trilink.planner.placement.MonitorOptions;

/** Reports at the top of a plan which hints had no effect, and why. */
final class HintsWithoutEffect {

  private final HintOptions session;
  private final boolean deduplicates;
  private final DecideDecoding decodings;

  /**
   * Creates it.
   *
   * @param deduplicates whether the plan has an operator that one might take for one that waits for
   *     watermarks
   * @param decodings what was decided on the decoding of each table
   */
  HintsWithoutEffect(HintOptions session, boolean deduplicates, DecideDecoding decodings) {
    this.session = session;
    this.deduplicates = deduplicates;
    this.decodings = decodings;
  }

  /** The plan, below the report of hints without effect if there are any. */
  RelNode advise(RelNode root, List<HintRequest> unhandled) {
    StringBuilder report = new StringBuilder();
    boolean strict = false;
    for (HintRequest request : unhandled) {
      HintOptions options = request.use().options();
      report
          .append(report.length() == 0 ? "" : "; ")
          .append(request.use())
          .append(" has no effect")
          .append(HintSubject.of(options).size() == 1 ? "" : " on " + request.subject())
          .append(": ")
          .append(reason(request));
      strict |=
          options
              .get(TrilinkOptions.STRICT)
              .orElse(session.get(TrilinkOptions.STRICT).orElse(false));
    }
    if (report.length() == 0) {
      return root;
    }
    if (strict) {
      throw StrictHints.error(report.toString());
    }
    return HintReport.warn(root, report.toString());
  }

  private String reason(HintRequest request) {
    HintOptions options = request.use().options();
    switch (request.subject()) {
      case WATERMARK:
        return noKeyWatermark(options);
      case PARTITION:
        return noPlacement(options);
      case EXCHANGE:
        return noExchange(options);
      case DECODE:
        return decodings.reasonWithoutEffect(request.use());
      case ADVICE:
        return noAdvice(options);
    }
    throw new IllegalStateException("No such subject: " + request.subject());
  }

  private String noKeyWatermark(HintOptions options) {
    WatermarkGrain grain =
        options
            .get(TrilinkOptions.WATERMARK)
            .orElse(session.get(TrilinkOptions.WATERMARK).orElse(WatermarkGrain.SUBTASK));
    if (grain == WatermarkGrain.KEY || isAuto(TrilinkOptions.WATERMARK, options)) {
      return "it applies to no operator that waits for watermarks"
          + (deduplicates ? "; Flink's Deduplicate does not, and it drops no late rows" : "");
    }
    for (HintOption<?> option : HintSubject.WATERMARK.details()) {
      if (options.has(option)) {
        return option.name() + " needs watermark=key";
      }
    }
    return "it asks for Flink's default behaviour";
  }

  private String noPlacement(HintOptions options) {
    boolean isAskedFor =
        Stream.of(options, session)
            .anyMatch(
                place ->
                    place.get(TrilinkOptions.PARTITION).isPresent()
                        || MonitorOptions.turnsOn(place));
    if (isAskedFor) {
      return "it applies to no operator with keys";
    }
    for (HintOption<?> option : HintSubject.PARTITION.details()) {
      if (options.get(option).isPresent() && option != TrilinkOptions.PARTITION_MONITOR) {
        return option.name()
            + " needs "
            + (MonitorOptions.isDetail(option) ? "partition.monitor" : "partition");
      }
    }
    return "it asks for Flink's default behaviour";
  }

  private String noExchange(HintOptions options) {
    ExchangeStrategy strategy =
        options
            .get(TrilinkOptions.EXCHANGE)
            .orElse(session.get(TrilinkOptions.EXCHANGE).orElse(ExchangeStrategy.SHUFFLE));
    if (strategy != ExchangeStrategy.SHUFFLE || isAuto(TrilinkOptions.EXCHANGE, options)) {
      return "it applies to no operator with an exchange";
    }
    for (HintOption<?> option : HintSubject.EXCHANGE.details()) {
      if (options.get(option).isPresent()) {
        return option.name() + " needs exchange=" + prefix(option);
      }
    }
    return "it asks for Flink's default behaviour";
  }

  private boolean isAuto(HintOption<?> option, HintOptions options) {
    return options.has(option) ? options.isAuto(option) : session.isAuto(option);
  }

  private String noAdvice(HintOptions options) {
    PlanningAdvice advice =
        options
            .get(TrilinkOptions.ADVICE)
            .orElse(session.get(TrilinkOptions.ADVICE).orElse(PlanningAdvice.OFF));
    if (advice == PlanningAdvice.ON) {
      return "it applies to no operator that gets its rows by key";
    }
    for (HintOption<?> option : HintSubject.ADVICE.details()) {
      if (options.has(option)) {
        return option.name() + " needs advice=on, or an option with the value auto";
      }
    }
    return "it asks for Flink's default behaviour";
  }

  /** "local-merge" of "local-merge.slot". */
  private static String prefix(HintOption<?> option) {
    return option.name().substring(0, option.name().indexOf('.'));
  }
}
