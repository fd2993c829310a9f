/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.api.connector.source.SourceSplit;

/** A partition from an offset on. */
record TestSplit(String splitId, int offset) implements SourceSplit {}
