package org.trilink.runtime.kafka;

import org.apache.flink.api.connector.source.SourceSplit;

/** A partition from an offset on. */
record TestSplit(String splitId, int offset) implements SourceSplit {}
