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

/**
 * The plans that a test class expects, in one readable file: {@code src/test/resources/golden/<test
 * class>.txt}. Each section has a name, the SQL, and the plan.
 *
 * <p>Run with {@code -Dtrilink.update-golden=true}, the test class rewrites its file, without
 * sections that no test uses. Run the whole class, and review the diff before committing.
 */
public final class GoldenPlans implements BeforeAllCallback, AfterAllCallback {

  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");
  private static final String TITLE = "=== ";
  private static final boolean UPDATE = Boolean.getBoolean("trilink.update-golden");

  private final Map<String, String> expected = new TreeMap<>();
  private final Map<String, String> actual = new TreeMap<>();
  private Path file;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    file = FOLDER.resolve(context.getRequiredTestClass().getSimpleName() + ".txt");
    if (UPDATE) {
      return;
    }
    assertThat(file).as("-Dtrilink.update-golden=true writes it").exists();
    String[] sections = Files.readString(file).split("(?m)^" + TITLE, -1);
    for (int i = 1; i < sections.length; i++) { // the first is the file's head
      int endOfTitle = sections[i].indexOf('\n');
      expected.put(
          sections[i].substring(0, endOfTitle), sections[i].substring(endOfTitle + 1).strip());
    }
  }

  /** Asserts that the named section is this SQL and this plan. */
  public void assertPlan(String name, String sql, String plan) {
    String section = sql.strip() + "\n\n" + plan.strip();
    assertThat(actual.put(name, section)).as("another golden plan named '%s'", name).isNull();
    if (!UPDATE) {
      assertThat(section)
          .as("'%s' in %s; -Dtrilink.update-golden=true writes it anew", name, file)
          .isEqualTo(expected.get(name));
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (!UPDATE) {
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append("Plans that ")
        .append(context.getRequiredTestClass().getSimpleName())
        .append(" expects. -Dtrilink.update-golden=true writes this file anew.\n");
    actual.forEach(
        (name, section) ->
            text.append('\n').append(TITLE).append(name).append('\n').append(section).append('\n'));
    Files.createDirectories(FOLDER);
    Files.writeString(file, text);
  }
}
