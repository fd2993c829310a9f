/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.trilink.planner.flink114.FlinkField;
import org.trilink.runtime.kafka.KeySamplingSource;
import org.trilink.runtime.kafka.SampledKeys;

/** The source in Flink's scan of a Kafka table. */
public final class KafkaScan {

  private KafkaScan() {}

  /** As Flink's connector made it. */
  public static <SplitT extends SourceSplit, StateT> Source<RowData, SplitT, StateT> source(
      SourceTransformation<RowData, SplitT, StateT> scan) {
    return KeySamplingSource.withoutSampling(scan.getSource());
  }

  /**
   * Makes the scan sample keys. It stays the same transformation, from which others may read too,
   * with the same id in savepoints; by reflection, as Flink has no method to change one.
   *
   * @throws TableException if this is not the connector, or the Flink, that Trilink supports
   */
  @SuppressWarnings("unchecked")
  public static void sample(Transformation<RowData> scan, SampledKeys keys) {
    if (!(scan instanceof SourceTransformation)) {
      throw unknown("the scan is " + scan, null);
    }
    try {
      FlinkField.SCAN_SOURCE.set(
          scan,
          KeySamplingSource.sampling(
              ((SourceTransformation<RowData, SourceSplit, Object>) scan).getSource(), keys));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw unknown(e.toString(), e);
    }
  }

  private static TableException unknown(String what, Throwable cause) {
    return new TableException(
        "Trilink needs Flink 1.14 and its Kafka connector to check whether all records of a key"
            + " come from one partition, but "
            + what
            + ". Set 'watermark.delay' in the hint to skip this check.",
        cause);
  }
}
