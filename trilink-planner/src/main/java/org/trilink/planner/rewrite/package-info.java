/**
 * The traversal of a plan, and its two programs, which share one {@code HintScope} per plan: which
 * hints govern which operator, and what every technique makes of them. The only package that
 * depends on all techniques.
 */
package org.trilink.planner.rewrite;
