/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * The plans that a test class expects, in one readable file: {@code src/test/resources/golden/<test
 * class>.txt}. Each section has a name, the SQL, and the plan. Sections that are others in a
 * version of Flink, and only those, are in a folder of that version beside the file.
 *
 * <p>Run with {@code -Dtrilink.update-golden=true}, the test class rewrites its file, without
 * sections that no test uses; for a version that has a folder, the file there. Run the whole class,
 * and review the diff before committing.
 */
public final class GoldenPlans implements BeforeAllCallback, AfterAllCallback {

  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");
  private static final Path VERSION = FOLDER.resolve("flink-" + SupportedFlink.VERSION);
  private static final String TITLE = "=== ";
  private static final boolean UPDATE = Boolean.getBoolean("trilink.update-golden");

  private final Map<String, String> actual = new TreeMap<>();
  private Map<String, String> common;
  private Map<String, String> ofVersion;
  private String file;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    file = context.getRequiredTestClass().getSimpleName() + ".txt";
    common = sections(FOLDER.resolve(file));
    ofVersion = sections(VERSION.resolve(file));
    if (!UPDATE) {
      assertThat(common).as("-Dtrilink.update-golden=true writes %s", file).isNotEmpty();
      ofVersion.forEach(
          (name, section) ->
              assertThat(common.get(name))
                  .as("'%s' in %s of this version and of all", name, file)
                  .isNotNull()
                  .isNotEqualTo(section));
    }
  }

  /** The plans of a file by their names; none if there is no such file. */
  private static Map<String, String> sections(Path file) throws IOException {
    Map<String, String> byName = new TreeMap<>();
    if (Files.exists(file)) {
      String[] sections = Files.readString(file).split("(?m)^" + TITLE, -1);
      for (int i = 1; i < sections.length; i++) { // the first is the file's head
        int endOfTitle = sections[i].indexOf('\n');
        byName.put(
            sections[i].substring(0, endOfTitle), sections[i].substring(endOfTitle + 1).strip());
      }
    }
    return byName;
  }

  /** Asserts that the named section is this SQL and this plan. */
  public void assertPlan(String name, String sql, String plan) {
    String section = sql.strip() + "\n\n" + plan.strip();
    assertThat(actual.put(name, section)).as("another golden plan named '%s'", name).isNull();
    if (!UPDATE) {
      assertThat(section)
          .as("'%s' in %s; -Dtrilink.update-golden=true writes it anew", name, file)
          .isEqualTo(ofVersion.getOrDefault(name, common.get(name)));
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (!UPDATE) {
      return;
    }
    Path folder = Files.isDirectory(VERSION) ? VERSION : FOLDER;
    if (folder.equals(VERSION)) {
      actual.entrySet().removeAll(common.entrySet());
    }
    if (actual.isEmpty()) {
      Files.deleteIfExists(folder.resolve(file));
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append("Plans that ")
        .append(context.getRequiredTestClass().getSimpleName())
        .append(" expects. -Dtrilink.update-golden=true writes this file anew.\n");
    actual.forEach(
        (name, section) ->
            text.append('\n').append(TITLE).append(name).append('\n').append(section).append('\n'));
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(file), text);
  }
}
