/**
 * Key placement: where the keys of an exchange go, at first and while the job runs (section 4.2 of
 * the paper). Also what the planner must know for it: the settings of the job ({@link
 * org.trilink.planner.placement.JobSettings}), its max parallelism ({@link
 * org.trilink.planner.placement.MaxParallelism}), the keys in a savepoint that it starts from, and
 * the user's strategy.
 */
package org.trilink.planner.placement;
