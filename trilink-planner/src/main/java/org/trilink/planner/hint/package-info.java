/**
 * The TRILINK hint: its options, each declared once, and how the hint and the session are read.
 *
 * <p>{@link org.trilink.planner.hint.TrilinkOptions} declares: hint, session default, error texts,
 * EXPLAIN and {@code docs/options.md} are derived from it. {@link
 * org.trilink.planner.hint.HintOptions} reads one hint or the session, {@link
 * org.trilink.planner.hint.ResolvedOptions} implements the precedence and answers which value is in
 * force. This package does not depend on Flink's planner.
 */
package org.trilink.planner.hint;
