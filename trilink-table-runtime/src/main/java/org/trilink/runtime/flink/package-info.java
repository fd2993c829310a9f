/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * All forced access of the runtime to Flink's internals, and all that differs between versions of
 * Flink: the latter is in a source root for each, such as src/main/flink-1.14.
 */
package org.trilink.runtime.flink;
