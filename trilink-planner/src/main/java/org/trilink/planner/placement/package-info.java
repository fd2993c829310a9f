/**
 * Key placement: which subtask a key is on, at the start and while the job runs (section 4.2 of the
 * paper).
 *
 * <p>It has the strategies, the monitor, the settings of the job ({@link
 * org.trilink.planner.placement.JobSettings}), its max parallelism ({@link
 * org.trilink.planner.placement.MaxParallelism}), the keys in a savepoint that it starts from
 * ({@code SavepointKeys}), the history of {@code least-count} ({@code HistorySource}), and the
 * user's strategy. See {@code docs/internals/placement.md}.
 */
package org.trilink.planner.placement;
