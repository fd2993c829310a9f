/**
 * Ahead KeyBy: topics that are partitioned by key already, read without an exchange, and written by
 * Trilink's sink partitioner (section 4.3 of the paper).
 */
package org.trilink.planner.aheadkeyby;
