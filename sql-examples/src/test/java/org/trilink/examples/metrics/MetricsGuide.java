/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.trilink.launcher.local.TrilinkHome;

/** {@code docs/metrics.md}, with the parts that can be checked on a cluster. */
public final class MetricsGuide {

  private static final Pattern CURL = Pattern.compile("(?m)^curl .*$");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern REPORTER =
      Pattern.compile("(?m)^metrics\\.reporter\\.prom\\.([\\w.]+): (.+)$");

  private final Path folder;
  private final String text;

  public MetricsGuide(TrilinkHome home) throws IOException {
    this.folder = home.root().resolve("docs");
    this.text = Files.readString(folder.resolve("metrics.md"));
  }

  /** The dashboard that comes with it. */
  public GrafanaDashboard dashboard() throws IOException {
    return new GrafanaDashboard(folder.resolve("metrics").resolve("grafana-dashboard.json"));
  }

  /** The commands, in their order. */
  public List<String> curls() {
    return CURL.matcher(text).results().map(match -> match.group().strip()).toList();
  }

  /** The metrics in the first columns of the tables of metrics. */
  public List<String> metrics() {
    List<String> metrics = new ArrayList<>();
    boolean tableOfMetrics = false;
    for (String line : text.lines().toList()) {
      tableOfMetrics = line.startsWith("| metric |") || (tableOfMetrics && line.startsWith("|"));
      if (tableOfMetrics && line.startsWith("| `")) {
        Matcher name = CODE.matcher(line.substring(0, line.indexOf(" | ")));
        while (name.find()) {
          metrics.add(name.group(1));
        }
      }
    }
    return metrics;
  }

  /** The guide's settings of the Prometheus reporter, e.g. "port" to "9250-9260". */
  public Map<String, String> reporter() {
    Map<String, String> options = new LinkedHashMap<>();
    REPORTER
        .matcher(text)
        .results()
        .forEach(option -> options.put(option.group(1), option.group(2).strip()));
    return options;
  }
}
