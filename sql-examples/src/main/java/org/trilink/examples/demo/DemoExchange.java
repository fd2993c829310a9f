package org.trilink.examples.demo;

import java.util.Locale;
import org.trilink.examples.local.SqlScript;

/** An exchange strategy for a whole script: the value of {@code exchange} in a TRILINK hint. */
public record DemoExchange(String name) {

  private static final String SESSION_KEY = "table.optimizer.trilink.exchange";
  private static final String AHEAD_KEYBY = "ahead-keyby";

  /** The name in any case, as in a hint. */
  public DemoExchange {
    name = name.toLowerCase(Locale.ROOT);
  }

  /** The script under this strategy. */
  SqlScript in(SqlScript script) {
    SqlScript set = script.withSetting(SESSION_KEY, name);
    if (!readsAhead()) {
      return set;
    }
    // what the script declares for this strategy only: record keys, which take time to read
    return set.withSetting("table.optimizer.trilink.ahead-keyby.partitioned-by", "kafka-key")
        .withLinesFor(AHEAD_KEYBY);
  }

  /** Whether a statement cannot be planned without its topic. */
  boolean readsAhead() {
    return name.equals(AHEAD_KEYBY);
  }
}
