/**
 * Sync: keys move between running subtasks, with their state, while the job runs (the paper's
 * section 4.2).
 *
 * <ul>
 *   <li>This package has the part before a keyed operator: it holds elements that must wait, and
 *       has keys' state taken out and put in.
 *   <li>{@code protocol} has the protocol, {@code state} moves the state and timers of keys, {@code
 *       transport} transfers large messages.
 *   <li>The other parties are in {@code placement}: the placing subtasks before the exchange, and
 *       the coordinator that leads the Sync.
 * </ul>
 */
package org.trilink.runtime.sync;
