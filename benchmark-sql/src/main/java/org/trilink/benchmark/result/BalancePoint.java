/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

/**
 * How evenly the records of one interval were spread.
 *
 * @param seconds from the beginning of what is timed to the interval's end
 * @param records that came in the interval
 * @param degree the least over the greatest load of the subtasks, 0 to 1
 */
public record BalancePoint(double seconds, long records, double degree) {}
