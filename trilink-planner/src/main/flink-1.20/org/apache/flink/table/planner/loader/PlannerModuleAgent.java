/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.flink.table.planner.loader;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Paths;
import java.security.ProtectionDomain;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.annotation.Nullable;
import org.apache.flink.annotation.Internal;

/**
 * Makes a JVM take {@link PlannerModule} from this jar, also if Flink's is before it on the class
 * path: {@code -javaagent:JAR}. Flink's scripts sort the jars of lib and need none; PyFlink does
 * not.
 */
@Internal
public final class PlannerModuleAgent implements ClassFileTransformer {

  private static final String REPLACED = "org/apache/flink/table/planner/loader/PlannerModule";

  private final byte[] replacement;

  private PlannerModuleAgent(byte[] replacement) {
    this.replacement = replacement;
  }

  /** Called by the JVM before the program; what it throws ends the JVM. */
  public static void premain(@Nullable String options, Instrumentation jvm)
      throws IOException, URISyntaxException {
    URI jar = PlannerModuleAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    try (JarFile file = new JarFile(Paths.get(jar).toFile())) {
      ZipEntry entry = file.getEntry(REPLACED + ".class");
      byte[] replacement = new byte[(int) entry.getSize()];
      try (DataInputStream in = new DataInputStream(file.getInputStream(entry))) {
        in.readFully(replacement);
      }
      jvm.addTransformer(new PlannerModuleAgent(replacement));
    }
  }

  /** Returns this jar's class in place of Flink's; null for all others, which stay. */
  @Override
  @Nullable
  public byte[] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    return REPLACED.equals(name) ? replacement : null;
  }
}
