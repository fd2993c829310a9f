/**
 * Sync: keys move between running subtasks, with their state, while the job runs (the paper's
 * section 4.2).
 *
 * <ul>
 *   <li>{@code balance} observes loads and decides which keys are moved.
 *   <li>{@code protocol} is the order of events, {@code state} moves the state and timers of keys,
 *       {@code transport} transfers large messages.
 *   <li>{@code org.trilink.runtime.placement} has the parties: the placing subtasks before the
 *       exchange, the keyed ones behind it ({@code synced}), and the coordinator that leads a Sync.
 *       Nothing here knows of it.
 * </ul>
 */
package org.trilink.runtime.move;
