/**
 * Sync: keys move between running subtasks, with their state, while the job runs (the paper's
 * section 4.2).
 *
 * <ul>
 *   <li>Here is what stands before a keyed operator: it holds what must wait, and has keys' state
 *       taken out and put in.
 *   <li>{@code protocol} says who does what when, {@code state} moves the state and timers of keys,
 *       {@code transport} gets messages to where they belong.
 *   <li>The other parties are in {@code placement}: the placing subtasks before the exchange, and
 *       the coordinator that leads.
 * </ul>
 */
package org.trilink.runtime.sync;
