/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

/**
 * The counts of a job's checkpoints and savepoints since the JobManager that runs it started.
 *
 * @param restored how often state was restored from one
 */
public record CheckpointCounts(long restored, long completed, long inProgress, long failed) {}
