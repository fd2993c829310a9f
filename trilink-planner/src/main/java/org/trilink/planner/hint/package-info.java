/**
 * The TRILINK hint: its options, each declared once, and how the hint and the session are read.
 *
 * <p>{@link org.trilink.planner.hint.TrilinkOptions} declares, {@link
 * org.trilink.planner.hint.HintOptions} reads one hint or the session, {@link
 * org.trilink.planner.hint.ResolvedOptions} answers which value is in force.
 */
package org.trilink.planner.hint;
