package org.trilink.benchmark.exchange;

import java.util.Locale;
import org.trilink.examples.local.SqlScript;

/** The exchange strategies that are compared. */
enum ExchangeVariant {
  /** Every record through the exchange. */
  SHUFFLE,
  LOCAL_MERGE,
  GLOBAL_MERGE,
  AHEAD_KEYBY;

  private static final String SESSION = "table.optimizer.trilink.";

  /** The script under this strategy. */
  SqlScript configure(SqlScript script, String redis) {
    return switch (this) {
      case SHUFFLE -> script;
      case LOCAL_MERGE -> script.withSetting(SESSION + "exchange", toString());
      case GLOBAL_MERGE ->
          script
              .withSetting(SESSION + "exchange", toString())
              .withSetting(SESSION + "global-merge.store", redis);
      case AHEAD_KEYBY ->
          script
              .withSetting(SESSION + "exchange", toString())
              .withSetting(SESSION + "ahead-keyby.partitioned-by", "kafka-key");
    };
  }

  /** As in a hint. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
