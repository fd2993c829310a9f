/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

/**
 * A figure on a tile at the page's top.
 *
 * @param value in large type
 * @param text what it is
 */
record Headline(String value, String text) {}
