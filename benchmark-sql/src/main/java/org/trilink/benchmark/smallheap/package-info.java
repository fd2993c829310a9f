/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The cost of a small heap for operators that keep keys in memory beside RocksDB. */
package org.trilink.benchmark.smallheap;
