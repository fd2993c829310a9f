/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** The output of a valve of watermarks, to which nothing else is sent. */
public abstract class ValveOutput implements DataOutput<Object> {

  @Override
  public final void emitRecord(StreamRecord<Object> record) {
    throw new AssertionError(record);
  }

  @Override
  public final void emitRecordAttributes(RecordAttributes attributes) {
    throw new AssertionError(attributes);
  }

  @Override
  public final void emitLatencyMarker(LatencyMarker marker) {
    throw new AssertionError(marker);
  }
}
