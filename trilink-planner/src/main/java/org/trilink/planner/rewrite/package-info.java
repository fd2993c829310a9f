/**
 * The walk over a plan and its programs: which hints govern which operator, and what every
 * technique makes of them. The only package that knows all techniques.
 */
package org.trilink.planner.rewrite;
