/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

/**
 * What the report begins with: its message, to be read in ten seconds.
 *
 * @param value in the largest type
 * @param claim what it is, to be read on from it
 * @param basis what it rests on
 * @param figure the same as a chart
 */
record Lead(String value, String claim, String basis, Figure figure) {}
