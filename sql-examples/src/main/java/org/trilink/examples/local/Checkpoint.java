/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

/**
 * A completed checkpoint of a job.
 *
 * @param bytes of state
 * @param millis from its trigger to its completion
 */
public record Checkpoint(long bytes, long millis) {}
