package org.trilink.examples.demo;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.trilink.examples.local.SqlScript;

/** An exchange strategy for a whole script: the value of {@code exchange} in a TRILINK hint. */
public record DemoExchange(String name) {

  private static final String SESSION = "table.optimizer.trilink.";
  private static final String AHEAD_KEYBY = "ahead-keyby";
  private static final String GLOBAL_MERGE = "global-merge";

  /** What a script's hints may say of its strategy. */
  private static final Pattern HINT_OPTIONS =
      Pattern.compile("exchange|(local-merge|global-merge|ahead-keyby)\\..*");

  /** The name in any case, as in a hint. */
  public DemoExchange {
    name = name.toLowerCase(Locale.ROOT);
  }

  /**
   * The script under this strategy.
   *
   * @param store the address of a store to merge in, asked for only if this strategy does
   */
  public SqlScript in(SqlScript script, Supplier<String> store) {
    SqlScript set = script.withoutHintOptions(HINT_OPTIONS).withSetting(SESSION + "exchange", name);
    return switch (name) {
      case GLOBAL_MERGE -> set.withSetting(SESSION + "global-merge.store", store.get());
      case AHEAD_KEYBY ->
          // what the script declares for this strategy only: record keys, which take time to read
          set.withSetting(SESSION + "ahead-keyby.partitioned-by", "kafka-key")
              .withLinesFor(AHEAD_KEYBY);
      default -> set;
    };
  }

  /** Whether a statement cannot be planned without its topic. */
  boolean readsAhead() {
    return name.equals(AHEAD_KEYBY);
  }
}
