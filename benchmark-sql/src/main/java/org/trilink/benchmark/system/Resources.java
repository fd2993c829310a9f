/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Files in the benchmarks' jar, each beside the class that reads it. */
public final class Resources {

  private Resources() {}

  /** A file's text. */
  public static String text(Class<?> reader, String name) {
    try (InputStream in = reader.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in the benchmarks' jar: build it anew");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The data in a YAML file, whose outermost is a mapping. */
  public static Map<String, Object> yaml(Class<?> reader, String name) {
    LoadSettings settings = LoadSettings.builder().setLabel(name).build();
    return mapping(new Load(settings).loadFromString(text(reader, name)));
  }

  /** Returns what is a mapping in YAML. */
  @SuppressWarnings("unchecked") // of YAML's mappings
  public static Map<String, Object> mapping(Object yaml) {
    return (Map<String, Object>) yaml;
  }
}
