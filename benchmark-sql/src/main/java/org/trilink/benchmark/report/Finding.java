/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

/**
 * What figures show.
 *
 * @param sentence computed from them
 */
record Finding(String sentence) implements Block {}
