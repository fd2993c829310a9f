/**
 * What the planner must know to place keys: the settings of the job ({@link
 * org.trilink.planner.placement.JobSettings}), its max parallelism ({@link
 * org.trilink.planner.placement.MaxParallelism}), the keys in a savepoint that it starts from, and
 * the user's strategy.
 */
package org.trilink.planner.placement;
