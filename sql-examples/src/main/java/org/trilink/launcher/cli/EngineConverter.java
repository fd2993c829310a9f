/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.trilink.launcher.local.Engine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an engine's name. */
final class EngineConverter implements ITypeConverter<Engine> {

  @Override
  public Engine convert(String text) {
    return Arrays.stream(Engine.values())
        .filter(engine -> engine.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not an engine; the engines are " + names()));
  }

  private static String names() {
    return Arrays.stream(Engine.values()).map(Engine::toString).collect(Collectors.joining(", "));
  }
}
