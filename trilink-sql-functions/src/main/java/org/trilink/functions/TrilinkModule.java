/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.module.Module;
import org.trilink.functions.aggregate.ApproxCountDistinctFunction;
import org.trilink.functions.aggregate.ApproxPercentileFunction;
import org.trilink.functions.aggregate.LinearTrendFunction;
import org.trilink.functions.key.KeyGroupFunction;
import org.trilink.functions.key.SubtaskOfFunction;
import org.trilink.runtime.watermark.KeyWatermarkFunction;

/**
 * The module {@code trilink}: {@code LOAD MODULE trilink}, or {@code
 * tableEnvironment.loadModule("trilink", new TrilinkModule())}.
 */
@PublicEvolving
public final class TrilinkModule implements Module {

  /** Its name in {@code LOAD MODULE}. */
  public static final String NAME = "trilink";

  private static final Map<String, FunctionDefinition> FUNCTIONS = functions();

  private static Map<String, FunctionDefinition> functions() {
    Map<String, FunctionDefinition> functions = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    functions.put(ApproxCountDistinctFunction.NAME, new ApproxCountDistinctFunction());
    functions.put(ApproxPercentileFunction.NAME, new ApproxPercentileFunction());
    functions.put(KeyGroupFunction.NAME, new KeyGroupFunction());
    functions.put(KeyWatermarkFunction.NAME, new KeyWatermarkFunction());
    functions.put(LinearTrendFunction.NAME, new LinearTrendFunction());
    functions.put(SubtaskOfFunction.NAME, new SubtaskOfFunction());
    return Collections.unmodifiableMap(functions);
  }

  @Override
  public Set<String> listFunctions() {
    return FUNCTIONS.keySet();
  }

  @Override
  public Optional<FunctionDefinition> getFunctionDefinition(String name) {
    return Optional.ofNullable(FUNCTIONS.get(name));
  }
}
