/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a workload's name. */
final class WorkloadConverter implements ITypeConverter<Workload> {

  @Override
  public Workload convert(String text) {
    try {
      return Workloads.byName(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
