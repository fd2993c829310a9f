/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.planner.delegation.DefaultPlannerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.trilink.planner.delegation.TrilinkPlannerFactory;
import org.trilink.planner.testing.TestPlanner;

class PlannerServiceClassLoaderTest {

  private static final String SERVICE_FILE = "META-INF/services/" + Factory.class.getName();

  private final ClassLoader original = Thread.currentThread().getContextClassLoader();
  private final ClassLoader loader =
      new PlannerServiceClassLoader(original, TrilinkPlannerFactory.class);

  @BeforeEach
  void setContextClassLoader() {
    Thread.currentThread().setContextClassLoader(loader);
  }

  @AfterEach
  void resetContextClassLoader() {
    Thread.currentThread().setContextClassLoader(original);
  }

  @Test
  void findsOnePlannerAndThatIsTrilinks() {
    assertThat(
            FactoryUtil.discoverFactory(
                loader, PlannerFactory.class, PlannerFactory.DEFAULT_IDENTIFIER))
        .isInstanceOf(TrilinkPlannerFactory.class);
  }

  @Test
  void findsAllOtherFactories() {
    List<Class<?>> flinks = factories(original);
    List<Class<?>> trilinks = factories(loader);

    assertThat(flinks).contains(DefaultPlannerFactory.class).hasSizeGreaterThan(5);
    flinks.replaceAll(
        type -> type == DefaultPlannerFactory.class ? TrilinkPlannerFactory.class : type);
    assertThat(trilinks).containsExactlyInAnyOrderElementsOf(flinks);
  }

  private static List<Class<?>> factories(ClassLoader classes) {
    List<Class<?>> types = new ArrayList<>();
    ServiceLoader.load(Factory.class, classes).forEach(factory -> types.add(factory.getClass()));
    return types;
  }

  @Test
  void anEnvironmentGetsTrilinksPlanner() {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    tables.executeSql(
        "CREATE TABLE t (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)"
            + " WITH ('connector' = 'datagen')");

    assertThat(
            tables.explainSql(
                "SELECT "
                    + TestPlanner.HINT
                    + " k, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' HOUR))"
                    + " GROUP BY k, window_start, window_end"))
        .contains("KeyWatermarkWindowAggregate(");
  }

  @Test
  void otherResourcesAreAsTheyAre() throws Exception {
    String name = DefaultPlannerFactory.class.getName().replace('.', '/') + ".class";
    assertThat(Collections.list(loader.getResources(name)))
        .isEqualTo(Collections.list(original.getResources(name)));
  }

  @Test
  void serviceFilesCanBeReadTwice() throws Exception {
    for (URL file : Collections.list(loader.getResources(SERVICE_FILE))) {
      try (InputStream first = file.openStream();
          InputStream second = file.openStream()) {
        assertThat(first.readAllBytes()).isEqualTo(second.readAllBytes()).isNotEmpty();
      }
    }
  }
}
