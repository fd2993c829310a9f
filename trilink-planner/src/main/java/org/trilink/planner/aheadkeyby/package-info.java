/**
 * Ahead KeyBy: reading partitioned topics without an exchange, and writing them by Trilink's sink
 * partitioner (section 4.3 of the paper). See {@code docs/internals/ahead-keyby.md}.
 */
package org.trilink.planner.aheadkeyby;
