/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

/**
 * A completed checkpoint of a job.
 *
 * @param id counted from 1 on
 * @param triggeredMs when it was triggered, in epoch milliseconds
 * @param bytes of state
 * @param millis from its trigger to its completion
 */
public record Checkpoint(long id, long triggeredMs, long bytes, long millis) {}
