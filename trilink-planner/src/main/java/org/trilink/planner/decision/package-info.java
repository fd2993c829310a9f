/**
 * What every decision is made with: the hints that govern an operator, and what becomes of them: a
 * rewrite, a refusal with its reason, or nothing.
 */
package org.trilink.planner.decision;
