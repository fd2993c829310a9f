/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

/**
 * The outcome of a run: the time that it took, its result and its checkpoints.
 *
 * @param seconds as {@link Stopwatch} has it
 * @param cpuSeconds of the whole process in that time
 * @param garbageSeconds for how long of that time the process collected garbage
 * @param digest of the result
 * @param checkpoints that were completed meanwhile
 */
public record Outcome(
    double seconds,
    double cpuSeconds,
    double garbageSeconds,
    Digest digest,
    Checkpoints checkpoints) {}
