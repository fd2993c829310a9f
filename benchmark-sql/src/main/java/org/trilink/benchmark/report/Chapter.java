/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.function.BiConsumer;
import org.trilink.benchmark.result.BenchmarkResult;

/**
 * The report's chapter on one benchmark.
 *
 * @param benchmark its name on the command line
 * @param title of the chapter
 * @param about which figures of the paper it is beside, and what is measured; a sentence or two
 * @param blocks adds what is computed from the runs; nothing is said of what was not measured
 */
record Chapter(
    String benchmark, String title, String about, BiConsumer<BenchmarkResult, Content> blocks) {}
