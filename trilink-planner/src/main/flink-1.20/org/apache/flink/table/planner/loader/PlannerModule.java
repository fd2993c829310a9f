/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.flink.table.planner.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.stream.Stream;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.core.classloading.ComponentClassLoader;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.delegation.ExecutorFactory;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * Stands in for Flink's class of this name, whose jar is behind this one on the class path. As
 * Flink's does, it loads the planner that is inside {@code flink-table-planner-loader} apart from
 * the classes of programs; Trilink's planner is loaded beside it, and makes the planners.
 */
@Internal
public final class PlannerModule {

  private static final String FLINKS_PLANNER = "flink-table-planner.jar";
  private static final String TRILINKS_PLANNER =
      "org.trilink.planner.delegation.TrilinkPlannerFactory";

  /** Packages of which planner and program must have the same classes. */
  private static final String[] SHARED =
      Stream.concat(
              Stream.of(CoreOptions.PARENT_FIRST_LOGGING_PATTERNS),
              Stream.of(
                  "org.codehaus.janino",
                  "org.codehaus.commons",
                  "org.apache.commons.lang3",
                  "org.apache.commons.math3",
                  "org.apache.hadoop",
                  "org.trilink.runtime",
                  "org.trilink.shaded"))
          .toArray(String[]::new);

  private static final String[] OF_FLINK = {"org.apache.flink"};

  private static PlannerModule instance;

  private final PlannerClassLoader planner;

  private PlannerModule() throws IOException {
    ClassLoader programs = PlannerModule.class.getClassLoader();
    planner =
        new PlannerClassLoader(new URL[] {copyOfFlinks(programs), trilinks(programs)}, programs);
  }

  private static URL copyOfFlinks(ClassLoader programs) throws IOException {
    try (InputStream jar = programs.getResourceAsStream(FLINKS_PLANNER)) {
      if (jar == null) {
        throw new TableException(
            "Trilink found no flink-table-planner-loader jar of "
                + SupportedFlink.NAME
                + " on the class path: put Flink's own back into lib/.");
      }
      Path folder = Paths.get(ConfigurationUtils.parseTempDirectories(new Configuration())[0]);
      Path copy = Files.createTempFile(folder, "flink-table-planner_", ".jar");
      copy.toFile().deleteOnExit();
      Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
      return copy.toUri().toURL();
    }
  }

  private static URL trilinks(ClassLoader programs) throws IOException {
    String file = TRILINKS_PLANNER.replace('.', '/') + ".class";
    URL inJar = programs.getResource(file);
    if (inJar == null) {
      throw new TableException(
          "Trilink's planner is not on the class path: put its jar into lib/.");
    }
    String name = inJar.getPath();
    return new URL(name.substring(0, name.length() - file.length() - "!/".length()));
  }

  /** Called by Flink's own factories, which are in the jar behind this one. */
  public static synchronized PlannerModule getInstance() {
    if (instance == null) {
      try {
        instance = new PlannerModule();
      } catch (IOException e) {
        throw new TableException("Trilink cannot load Flink's planner.", e);
      }
    }
    return instance;
  }

  /** Adds a jar that the planner needs, such as the one with Hive's dialect. */
  public void addUrlToClassLoader(URL url) {
    planner.addURL(url);
  }

  /** Returns what makes the executors: Flink's own. */
  public ExecutorFactory loadExecutorFactory() {
    return FactoryUtil.discoverFactory(
        planner, ExecutorFactory.class, ExecutorFactory.DEFAULT_IDENTIFIER);
  }

  /** Returns what makes the planners: Trilink's, on top of Flink's. */
  public PlannerFactory loadPlannerFactory() {
    try {
      return (PlannerFactory)
          planner.loadClass(TRILINKS_PLANNER).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new TableException(
          "Trilink's planner cannot be loaded; this build is for " + SupportedFlink.NAME + ".", e);
    }
  }

  /** Has classes of Flink's planner, and of Trilink's, which others do not see. */
  private static final class PlannerClassLoader extends ComponentClassLoader {

    PlannerClassLoader(URL[] jars, ClassLoader programs) {
      super(jars, programs, SHARED, OF_FLINK, Collections.emptyMap());
    }

    @Override
    public void addURL(URL url) {
      super.addURL(url);
    }
  }
}
