/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.Collections;
import java.util.List;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;

/** Finds options of hints that specify something else than what is done. */
public final class HintDetails {

  private HintDetails() {}

  /**
   * Checks that hints specify no other exchange than the one in force. If advice has chosen it,
   * they may have options for others, which it might have chosen as well.
   *
   * @throws ValidationException that names the option
   */
  public static void checkExchange(ResolvedOptions options) {
    if (options.isAdvised(TrilinkOptions.EXCHANGE)) {
      return;
    }
    String exchange = TrilinkOptions.EXCHANGE.format(options.get(TrilinkOptions.EXCHANGE));
    for (HintOption<?> detail : HintSubject.EXCHANGE.details()) {
      if (options.isHintedFor(TrilinkOptions.EXCHANGE, detail)
          && !detail.name().startsWith(exchange + ".")) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: '%s' has no effect with 'exchange'='%s'; leave it out.",
                detail, exchange));
      }
    }
  }

  /**
   * Refuses an option that specifies what Trilink does, where the hints say that Flink's own stays.
   *
   * @param main the option whose value in force is Flink's own
   */
  static <T> Decision<T> refuse(HintOption<?> main, ResolvedOptions options) {
    for (HintOption<?> detail : details(main)) {
      if (options.isHintedWith(main, detail)) {
        return StrictHints.refuse(
            detail.name(),
            String.format(
                "it needs %s, and %s is in force; leave one of the two out",
                needed(detail), options.describe(main)),
            options);
      }
    }
    return Decision.none();
  }

  private static List<HintOption<?>> details(HintOption<?> main) {
    if (main == TrilinkOptions.WATERMARK) {
      return HintSubject.WATERMARK.details();
    }
    return main == TrilinkOptions.EXCHANGE
        ? HintSubject.EXCHANGE.details()
        : Collections.emptyList();
  }

  private static String needed(HintOption<?> detail) {
    String prefix = detail.name().substring(0, detail.name().indexOf('.'));
    return prefix.equals(TrilinkOptions.WATERMARK.name()) ? "watermark=key" : "exchange=" + prefix;
  }
}
