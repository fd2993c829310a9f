/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.trilink.launcher.local.KeyMoves;

/** Reports how the load becomes uneven while a job runs, and even again when keys are moved. */
final class BalanceWatch {

  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Report interval while nothing is moved. */
  private static final long TOLD_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final JobRun job;
  private final Progress progress;
  private final List<Phase> phases = new ArrayList<>();
  private long lastLook;
  private long lastTold;
  @Nullable private KeyMoves last;

  /** Between two changes of the busy keys. */
  private static final class Phase {

    private final String name;

    /** The least balance degree that was observed, or that a Sync started with. */
    private double least = 1;

    /** The last balance degree that was observed. */
    private double end = 1;

    private long syncs;

    Phase(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%s: lowest %.2f, %.2f at the end, after %d Syncs", name, least, end, syncs);
    }
  }

  BalanceWatch(JobRun job, Progress progress) {
    this.job = job;
    this.progress = progress;
    phases.add(new Phase("by auto"));
  }

  private Phase phase() {
    return phases.get(phases.size() - 1);
  }

  /** Reads the metrics, unless they were read too recently. */
  void look() {
    long now = System.nanoTime();
    if (now - lastLook >= INTERVAL_NANOS) {
      lastLook = now;
      job.keyMoves().ifPresent(this::see);
    }
  }

  private void see(KeyMoves moves) {
    long newSyncs = moves.syncs() - (last == null ? 0 : last.syncs());
    Phase phase = phase();
    if (newSyncs > 0) {
      phase.syncs += newSyncs;
      phase.least = Math.min(phase.least, moves.balanceDegreeBefore());
      tell(
          String.format(
              Locale.ROOT,
              "Sync %d: %,d keys with %,d bytes of state moved in %d ms, watermarks held for up to"
                  + " %d ms; balance degree before %.2f, now %.2f",
              moves.syncs(),
              moves.keys() - (last == null ? 0 : last.keys()),
              moves.bytes() - (last == null ? 0 : last.bytes()),
              moves.lastDuration(),
              moves.lastPause(),
              moves.balanceDegreeBefore(),
              moves.balanceDegree()));
    } else if (System.nanoTime() - lastTold > TOLD_NANOS) {
      tell(String.format(Locale.ROOT, "balance degree %.2f", moves.balanceDegree()));
    }
    if (moves.syncs() > 0) { // before, few records say little
      phase.least = Math.min(phase.least, moves.balanceDegree());
    }
    phase.end = moves.balanceDegree();
    last = moves;
  }

  private void tell(String text) {
    lastTold = System.nanoTime();
    progress.lastingAt(text);
  }

  /** Other keys become the busy ones. */
  void busyKeysChange() {
    job.keyMoves().ifPresent(this::see);
    phases.add(new Phase("after other keys became busy"));
    tell("from now on other keys are busy");
  }

  /** The input has been consumed. */
  void end() {
    job.lastKeyMoves().ifPresent(this::see);
  }

  /** Empty if no keys were to be moved. */
  Optional<String> summary() {
    return Optional.ofNullable(last)
        .map(
            moves ->
                String.format(
                    Locale.ROOT,
                    "balance degree %s; %d Syncs moved %,d keys with %,d bytes of state",
                    phases.stream().map(Phase::toString).collect(Collectors.joining("; ")),
                    moves.syncs(),
                    moves.keys(),
                    moves.bytes()));
  }
}
