/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.docs;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page in Markdown, with the parts that tests check.
 *
 * @param headings with their number signs, e.g. "## Use it"
 * @param code the blocks between fences
 * @param prose all lines outside of these blocks
 */
record Guide(Path file, List<String> headings, List<String> code, List<String> prose) {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern LINK_IN_TEXT = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");

  static Guide read(Path file) throws IOException {
    List<String> headings = new ArrayList<>();
    List<String> code = new ArrayList<>();
    List<String> prose = new ArrayList<>();
    StringBuilder block = null;
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("```")) {
        if (block != null) {
          code.add(block.toString());
        }
        block = block == null ? new StringBuilder() : null;
      } else if (block != null) {
        block.append(line).append('\n');
      } else {
        prose.add(line);
        if (line.matches("#+ .*")) {
          headings.add(line);
        }
      }
    }
    return new Guide(file, headings, code, prose);
  }

  /** The levels of its headings, in order. */
  List<Integer> levels() {
    return headings.stream().map(heading -> heading.indexOf(' ')).toList();
  }

  /** The targets of links within the project, e.g. "docs/metrics.md#key-placement". */
  List<String> links() {
    List<String> links = new ArrayList<>();
    for (String line : prose) {
      Matcher link = LINK.matcher(line.replaceAll("`[^`]*`", ""));
      while (link.find()) {
        if (!link.group(1).matches("[a-z]+:.*")) {
          links.add(link.group(1));
        }
      }
    }
    return links;
  }

  /**
   * Whether the target file of a link exists, and the heading if it names one. In the site that
   * {@code bin/docs} builds there is nothing at a folder.
   */
  boolean leadsSomewhere(String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target =
        parts[0].isEmpty()
            ? file
            : file.resolveSibling(URLDecoder.decode(parts[0], StandardCharsets.UTF_8)).normalize();
    return Files.isRegularFile(target)
        && (parts.length == 1
            || !target.toString().endsWith(".md")
            || read(target).anchors().contains(parts[1]));
  }

  /** The anchors that GitHub generates from headings. */
  private Set<String> anchors() {
    Map<String, Integer> seen = new HashMap<>();
    Set<String> anchors = new LinkedHashSet<>();
    for (String heading : headings) {
      String text = LINK_IN_TEXT.matcher(heading.replaceFirst("#+ ", "")).replaceAll("$1");
      String anchor =
          text.toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}\\p{M}_ -]", "")
              .replace(' ', '-');
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return anchors;
  }
}
