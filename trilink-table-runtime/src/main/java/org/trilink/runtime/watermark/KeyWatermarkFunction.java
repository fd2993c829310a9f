/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentCount;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.ConstantArgumentCount;
import org.apache.flink.table.types.inference.InputTypeStrategy;
import org.apache.flink.table.types.inference.Signature;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.table.types.utils.TypeConversions;

/**
 * {@code KEY_WATERMARK(rowtime)}: the watermark of a row's key, as the operator with key-level
 * watermarks sees it when it emits the row (the paper's section 4.1). The type is that of the
 * argument, an event-time attribute of type TIMESTAMP(3) or TIMESTAMP_LTZ(3); NULL as long as the
 * key has no watermark, and the last millisecond of the year 9999 at the end of the input.
 *
 * <p>It is never evaluated: Trilink's planner replaces it by a column of the operator.
 */
public final class KeyWatermarkFunction extends ScalarFunction {

  private static final long serialVersionUID = 1L;

  /** The name in SQL. */
  public static final String NAME = "KEY_WATERMARK";

  /** The error message where no operator can provide the watermark. */
  public static final String MISPLACED =
      NAME
          + "(rowtime) returns the watermark of a key. It can be used only in the SELECT of a query"
          + " whose window aggregate, OVER, MATCH_RECOGNIZE or join has key-level watermarks, and"
          + " not in a query around it. Add the hint /*+ TRILINK('watermark'='key') */ to that"
          + " query; EXPLAIN shows why a hint was refused. For the subtask's watermark, use"
          + " CURRENT_WATERMARK(rowtime).";

  /** Never called: {@link #open} fails where Trilink has not planned the query. */
  public LocalDateTime eval(LocalDateTime rowtime) {
    return rowtime;
  }

  /** As for TIMESTAMP. */
  public Instant eval(Instant rowtime) {
    return rowtime;
  }

  @Override
  public void open(FunctionContext context) {
    throw new IllegalStateException(MISPLACED);
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory factory) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new OneRowtime())
        .outputTypeStrategy(call -> Optional.of(resultType(call.getArgumentDataTypes().get(0))))
        .build();
  }

  private static DataType resultType(DataType argument) {
    LogicalTypeRoot root = argument.getLogicalType().getTypeRoot();
    LogicalType result =
        root == LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE
            ? new LocalZonedTimestampType(true, 3)
            : new TimestampType(true, 3);
    return TypeConversions.fromLogicalToDataType(result);
  }

  private static final class OneRowtime implements InputTypeStrategy {

    @Override
    public ArgumentCount getArgumentCount() {
      return ConstantArgumentCount.of(1);
    }

    @Override
    public Optional<List<DataType>> inferInputTypes(CallContext call, boolean throwOnFailure) {
      if (LogicalTypeChecks.isRowtimeAttribute(
          call.getArgumentDataTypes().get(0).getLogicalType())) {
        return Optional.of(call.getArgumentDataTypes());
      }
      if (throwOnFailure) {
        throw new ValidationException(
            NAME
                + " takes an event-time attribute, such as window_time, and got "
                + call.getArgumentDataTypes().get(0)
                + ".");
      }
      return Optional.empty();
    }

    @Override
    public List<Signature> getExpectedSignatures(FunctionDefinition definition) {
      return Collections.singletonList(Signature.of(Signature.Argument.of("rowtime")));
    }
  }
}
