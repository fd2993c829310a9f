/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.time.Instant;
import java.util.Locale;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonAutoDetect;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;

/** The outcome of a decision to move keys. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class PastSync {

  /** In characters, so that a snapshot stays small. */
  private static final int MAX_OUTCOME = 1_000;

  private final long time;
  private final boolean done;
  private final String outcome;
  private final int keys;
  private final long bytes;

  @JsonProperty("pauseMillis")
  private final long pause;

  private final Balance before;
  private final Balance after;

  @JsonCreator
  private PastSync(
      @JsonProperty("time") long time,
      @JsonProperty("done") boolean done,
      @JsonProperty("outcome") String outcome,
      @JsonProperty("keys") int keys,
      @JsonProperty("bytes") long bytes,
      @JsonProperty("pauseMillis") long pause,
      @JsonProperty("before") Balance before,
      @JsonProperty("after") Balance after) {
    this.time = time;
    this.done = done;
    this.outcome = outcome;
    this.keys = keys;
    this.bytes = bytes;
    this.pause = pause;
    this.before = before;
    this.after = after;
  }

  static PastSync done(
      long time, MoveJudgement decision, Balance before, long bytes, long pauseInMillis) {
    return new PastSync(
        time,
        true,
        "all keys have been moved",
        decision.moves().size(),
        bytes,
        pauseInMillis,
        before,
        decision.after());
  }

  static PastSync notDone(long time, Balance before, String why) {
    String outcome = why.substring(0, Math.min(MAX_OUTCOME, why.length()));
    return new PastSync(time, false, outcome, 0, 0, 0, before, before);
  }

  /** When it ended, in ms since 1970. */
  public long time() {
    return time;
  }

  /** Whether keys have been moved. */
  public boolean isDone() {
    return done;
  }

  /** The outcome as text, with the reason if nothing was moved. */
  public String outcome() {
    return outcome;
  }

  /** The number of moved keys. */
  public int keys() {
    return keys;
  }

  /** The bytes of state that were moved. */
  public long bytes() {
    return bytes;
  }

  /** How long moved keys, and watermarks, have waited, in ms. */
  public long pause() {
    return pause;
  }

  /** The balance when the Sync was decided. */
  public Balance before() {
    return before;
  }

  /** The expected balance after the Sync; the balance before it if nothing was moved. */
  public Balance after() {
    return after;
  }

  /** A one-line description. */
  @Override
  public String toString() {
    String line = Instant.ofEpochMilli(time) + "  Sync ";
    return done
        ? line
            + String.format(
                Locale.ROOT,
                "of %d key(s), %d bytes, in %d ms: from %s to %s",
                keys,
                bytes,
                pause,
                before,
                after)
        : line + "not done: " + outcome;
  }
}
