package org.trilink.benchmark.exchange;

import java.util.Locale;
import org.trilink.examples.demo.DemoExchange;
import org.trilink.examples.local.SqlScript;

/** The exchange strategies that are compared. */
enum ExchangeVariant {
  /** Every record through the exchange. */
  SHUFFLE,
  LOCAL_MERGE,
  GLOBAL_MERGE,
  AHEAD_KEYBY;

  /**
   * The script under this strategy.
   *
   * @param store the address of a store to merge in
   */
  SqlScript configure(SqlScript script, String store) {
    return new DemoExchange(toString()).in(script, () -> store);
  }

  /** As in a hint. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
