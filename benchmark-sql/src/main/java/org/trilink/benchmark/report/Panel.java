/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One chart.
 *
 * @param title whose figures these are
 * @param option an ECharts option; texts that begin with {@code --} are the page's colours
 */
record Panel(String title, ObjectNode option) {}
