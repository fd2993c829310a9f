/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.jars;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;

/** An artifact that others have made and one of our jars contains, as the build has got it. */
record BundledArtifact(String group, String artifact, String version) {

  private static final String SHADED = "org/trilink/shaded/";

  @Override
  public String toString() {
    return group + ":" + artifact + ":" + version;
  }

  private Path jar() {
    return Path.of(System.getProperty("trilink.local-repository"))
        .resolve(group.replace('.', '/'))
        .resolve(artifact)
        .resolve(version)
        .resolve(artifact + "-" + version + ".jar");
  }

  /** Tells which entries of our jars come from here, also under other names. */
  Contents contents() {
    Set<String> names = new HashSet<>();
    Set<Long> checksums = new HashSet<>();
    for (ZipEntry entry : BuiltJar.entries(jar())) {
      checksums.add(entry.getCrc());
      // a class gets another package in front, or instead of the first ones
      for (String name = entry.getName(); !name.isEmpty(); name = behindSlash(name)) {
        names.add(name);
      }
    }
    return new Contents(names, checksums);
  }

  private static String behindSlash(String name) {
    return name.contains("/") ? name.substring(name.indexOf('/') + 1) : "";
  }

  record Contents(Set<String> names, Set<Long> checksums) {

    boolean has(ZipEntry entry) {
      String name = entry.getName();
      return checksums.contains(entry.getCrc())
          || (name.startsWith(SHADED) && names.contains(name.substring(SHADED.length())));
    }
  }

  /** Its own notices. */
  List<String> notices() {
    return BuiltJar.entries(jar()).stream()
        .map(ZipEntry::getName)
        .filter(name -> name.matches("META-INF/NOTICE(\\.\\w+)?"))
        .map(name -> new String(BuiltJar.bytes(jar(), name), StandardCharsets.UTF_8))
        .toList();
  }
}
