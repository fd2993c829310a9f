/**
 * The parts that every decision consists of.
 *
 * <p>These are the hints that govern an operator ({@code GoverningHints}), the outcome ({@code
 * Decision}: accepted, refused with a reason, or none because no hint asks for it), and who advises
 * on options that are left to the planner ({@code OperatorAdvisor}). See {@code
 * docs/internals/planning.md}.
 */
package org.trilink.planner.decision;
