/**
 * Trilink's two optimizer programs: {@link org.trilink.planner.program.ResolveHints} runs before
 * all of Flink's, {@link org.trilink.planner.program.RewritePhysicalPlan} after them.
 */
package org.trilink.planner.program;
