/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files that the report is made of. */
final class Resources {

  private Resources() {}

  /** A file's text. */
  static String text(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in the benchmarks' jar: build it anew");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The data in a YAML file, whose outermost is a mapping. */
  @SuppressWarnings("unchecked") // of YAML's mappings
  static Map<String, Object> yaml(String name) {
    LoadSettings settings = LoadSettings.builder().setLabel(name).build();
    return (Map<String, Object>) new Load(settings).loadFromString(text(name));
  }
}
