/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

/** A piece of a chapter. */
sealed interface Block permits Finding, Figure, Table {}
