/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Runs a workload exactly once while faults happen, and compares every row with the oracle's. */
package org.trilink.benchmark.chaos;
