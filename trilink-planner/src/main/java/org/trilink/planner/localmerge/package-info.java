/**
 * Local merge: records of a key and time slot become one row before the exchange (section 4.3.1 of
 * the paper). See {@code docs/internals/local-merge.md}.
 */
package org.trilink.planner.localmerge;
