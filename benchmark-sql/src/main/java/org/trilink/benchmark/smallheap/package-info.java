/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What a small heap costs operators that keep keys in memory beside RocksDB. */
package org.trilink.benchmark.smallheap;
