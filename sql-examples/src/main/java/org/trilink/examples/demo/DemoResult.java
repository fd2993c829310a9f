package org.trilink.examples.demo;

import java.util.Locale;
import org.trilink.examples.local.Engine;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;

/**
 * What a run came to.
 *
 * @param readings input lines
 * @param unreadable those of them that belong to no window
 * @param runSeconds from the job's start until its input was consumed
 * @param totalSeconds of the whole demo
 */
record DemoResult(
    Engine engine,
    long readings,
    long unreadable,
    Verdict verdict,
    double runSeconds,
    double totalSeconds) {

  /** Whether this is a failure: only Trilink promises the oracle's result. */
  boolean broken() {
    return engine == Engine.TRILINK && !verdict.exact();
  }

  /** Everything in one line. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "%s: %,d readings in %.1f s (%,.0f/s)%s, windows %s, alerts %s, readings lost %,d of %,d; %.0f s in all",
        engine,
        readings,
        runSeconds,
        readings / Math.max(runSeconds, 1e-3),
        unreadable == 0 ? "" : String.format(Locale.ROOT, ", %,d unreadable", unreadable),
        share(verdict.windows()),
        share(verdict.alerts()),
        verdict.readingsExpected() - verdict.readingsCovered(),
        verdict.readingsExpected(),
        totalSeconds);
  }

  /** The rows that are right, of those that should be; rows that should not be are named too. */
  private static String share(RowComparison rows) {
    String share = String.format(Locale.ROOT, "%,d of %,d", rows.matching(), rows.expected());
    long surplus = rows.unexpected() + rows.duplicate();
    String wrong =
        rows.wrong() == 0 ? "" : String.format(Locale.ROOT, " (%,d wrong)", rows.wrong());
    return share
        + wrong
        + (surplus == 0 ? "" : String.format(Locale.ROOT, " (%,d surplus)", surplus));
  }
}
