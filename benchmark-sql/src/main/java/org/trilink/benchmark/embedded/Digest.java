/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

/**
 * A result in two numbers, the same for the same rows in whatever order they come.
 *
 * @param rows how many; retractions are subtracted
 * @param hash the sum of the rows' hashes; retractions are subtracted
 */
public record Digest(long rows, long hash) {}
