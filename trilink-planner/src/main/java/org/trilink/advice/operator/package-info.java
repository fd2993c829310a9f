/**
 * Advice on one operator of a plan: its sample, facts and recommendation, for those who ask for
 * advice and for the planner itself ({@code PlanningAdvisor}). See {@code
 * docs/internals/advice.md}.
 */
package org.trilink.advice.operator;
