/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * An operator with a timer service whose namespaces are numbers, and another without namespaces.
 *
 * <p>For a record of value n it registers n timers, 1 ms apart, from the record's time + 1 on, with
 * namespaces that count down. For a record of value -1, it registers a processing-time timer at 100
 * ms, which in turn registers an event-time timer at the maximum time. Each timer with a namespace
 * below 0 registers one in the other service, for the same time.
 */
final class TwoTimerServices extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, Triggerable<RowData, Long> {

  private static final long serialVersionUID = 1L;

  static final StockOperator OPERATOR =
      new StockOperator() {
        @Override
        public AbstractStreamOperator<RowData> create() {
          return new TwoTimerServices();
        }

        @Override
        public LogicalType[] output() {
          return new LogicalType[] {new VarCharType(VarCharType.MAX_LENGTH)};
        }

        @Override
        public String show(RowData row) {
          return row.getString(0).toString();
        }

        @Override
        public InputTime time(long delay) {
          return InputTime.recordTimestamp(delay);
        }
      };

  private transient InternalTimerService<Long> numbered;
  private transient InternalTimerService<VoidNamespace> plain;

  @Override
  public void open() throws Exception {
    super.open();
    numbered = getInternalTimerService("numbered", CountingSerializer.INSTANCE, this);
    plain =
        getInternalTimerService(
            "plain",
            VoidNamespaceSerializer.INSTANCE,
            new Triggerable<RowData, VoidNamespace>() {
              @Override
              public void onEventTime(InternalTimer<RowData, VoidNamespace> timer) {
                emit("plain", timer);
              }

              @Override
              public void onProcessingTime(InternalTimer<RowData, VoidNamespace> timer) {
                emit("processing time", timer);
                numbered.registerEventTimeTimer(0L, Long.MAX_VALUE);
              }
            });
  }

  @Override
  public void processElement(StreamRecord<RowData> record) {
    long value = record.getValue().getLong(KeyTimeHarness.VALUE);
    if (value == -1) {
      plain.registerProcessingTimeTimer(VoidNamespace.INSTANCE, 100);
    }
    for (long i = 1; i <= value; i++) {
      numbered.registerEventTimeTimer(2 - i, record.getTimestamp() + i);
    }
  }

  @Override
  public void onEventTime(InternalTimer<RowData, Long> timer) {
    emit("numbered", timer);
    if (timer.getNamespace() < 0) {
      plain.registerEventTimeTimer(VoidNamespace.INSTANCE, timer.getTimestamp());
    }
  }

  @Override
  public void onProcessingTime(InternalTimer<RowData, Long> timer) {
    throw new IllegalStateException("None was registered.");
  }

  /** The number of timers, as counted by the service. */
  int countNumbered() throws Exception {
    int[] count = {0};
    numbered.forEachEventTimeTimer((namespace, time) -> count[0]++);
    return count[0];
  }

  private void emit(String service, InternalTimer<?, ?> timer) {
    output.collect(
        new StreamRecord<>(
            GenericRowData.of(
                StringData.fromString(
                    "%s %s: %s at %s, watermark %s"
                        .formatted(
                            ((RowData) getCurrentKey()).getString(0),
                            service,
                            timer.getNamespace(),
                            timer.getTimestamp(),
                            numbered.currentWatermark())))));
  }

  /** Counts how many values were deserialized. */
  static final class CountingSerializer extends TypeSerializerSingleton<Long> {

    private static final long serialVersionUID = 1L;

    static final CountingSerializer INSTANCE = new CountingSerializer();
    static final AtomicLong READ = new AtomicLong();

    private static final LongSerializer LONGS = LongSerializer.INSTANCE;

    @Override
    public boolean isImmutableType() {
      return true;
    }

    @Override
    public Long createInstance() {
      return 0L;
    }

    @Override
    public Long copy(Long from) {
      return from;
    }

    @Override
    public Long copy(Long from, Long reuse) {
      return from;
    }

    @Override
    public int getLength() {
      return LONGS.getLength();
    }

    @Override
    public void serialize(Long number, DataOutputView target) throws IOException {
      LONGS.serialize(number, target);
    }

    @Override
    public Long deserialize(DataInputView source) throws IOException {
      READ.incrementAndGet();
      return LONGS.deserialize(source);
    }

    @Override
    public Long deserialize(Long reuse, DataInputView source) throws IOException {
      return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
      LONGS.copy(source, target);
    }

    @Override
    public TypeSerializerSnapshot<Long> snapshotConfiguration() {
      return new Snapshot();
    }

    /** There is only one version of the format. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Long> {

      /** For reading a savepoint. */
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
