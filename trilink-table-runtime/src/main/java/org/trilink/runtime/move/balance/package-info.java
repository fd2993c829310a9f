/**
 * Observes the load of keys and decides which keys are moved (the paper's section 4.2, on-line
 * monitoring).
 *
 * <pre>
 *   a placing subtask                         the coordinator: LoadMonitor
 *   LoadSampler, RecordCounter                ObservedLoads      merged and aged
 *        |                                        | LoadSnapshot
 *        +---- LoadReport, 4 times a second --&gt;   v
 *                                             MonitorTrigger     is it time to judge?
 *                                             BalancePrediction  what would each strategy do now?
 *                                             MoveDecision       which keys move where, or why none
 *                                             JudgementHistory   the last hundred, and Syncs
 *                                                 ^
 *             MonitorSettings of the query, MonitorCommands of users
 *                                                 v
 *                                             MonitorStatus      all of it, as JSON for clients
 * </pre>
 *
 * <p>Nothing here starts a thread, reads a clock or depends on a task. Time and random seeds are
 * passed in, so that the same reports lead to the same decisions.
 */
package org.trilink.runtime.move.balance;
