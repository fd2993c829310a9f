/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.planner.delegation.DefaultPlannerFactory;

/**
 * Names another planner factory where Flink's service files name Flink's. Programs that ask for the
 * default planner, such as the SQL Client, can be given it in no other way, and a second one beside
 * the first is an error to them.
 */
public final class PlannerServiceClassLoader extends ClassLoader {

  private static final String SERVICE_FILE = "META-INF/services/" + Factory.class.getName();

  private final Class<? extends PlannerFactory> factory;

  /**
   * Creates it.
   *
   * @param factory with a public constructor without parameters, found by the parent, too
   */
  public PlannerServiceClassLoader(ClassLoader parent, Class<? extends PlannerFactory> factory) {
    super(parent);
    this.factory = factory;
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    if (!name.equals(SERVICE_FILE)) {
      return super.getResources(name);
    }
    List<URL> files = new ArrayList<>();
    for (URL file : Collections.list(super.getResources(name))) {
      files.add(inMemory(file, replaced(file)));
    }
    return Collections.enumeration(files);
  }

  private String replaced(URL file) throws IOException {
    StringBuilder text = new StringBuilder();
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(file.openStream(), UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        text.append(
                line.trim().equals(DefaultPlannerFactory.class.getName())
                    ? factory.getName()
                    : line)
            .append('\n');
      }
    }
    return text.toString();
  }

  private static URL inMemory(URL original, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    URLStreamHandler handler =
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
              @Override
              public void connect() {}

              @Override
              public InputStream getInputStream() {
                return new ByteArrayInputStream(bytes);
              }
            };
          }
        };
    return new URL(null, "trilink:" + original, handler);
  }
}
