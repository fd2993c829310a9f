/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

/**
 * The metrics of a job on keys that are moved while it runs, all operators together.
 *
 * @param balanceDegree of the operator with the least even load: least records of a subtask per
 *     most, old ones counting less
 * @param balanceDegreeBefore the same when the last Sync was decided
 * @param syncs that have moved keys
 * @param keys that were moved
 * @param bytes of their state
 * @param lastDuration of the last Sync, from its markers to its end, in ms
 * @param lastPause how long watermarks were held at most at a subtask in its last Sync, in ms
 */
public record KeyMoves(
    double balanceDegree,
    double balanceDegreeBefore,
    long syncs,
    long keys,
    long bytes,
    long lastDuration,
    long lastPause) {}
