/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.List;

/**
 * The runs of one query, as its process is told them.
 *
 * @param warmUp runs that do not count, before the others
 * @param stock the query on stock Flink, with whose result all others are compared
 * @param runs those that count, in their order
 */
public record QueryRuns(
    List<EmbeddedQuery> warmUp, EmbeddedQuery stock, List<EmbeddedQuery> runs) {}
