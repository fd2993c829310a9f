/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A dashboard in Grafana's import format. */
public final class GrafanaDashboard {

  private final JsonNode dashboard;

  public GrafanaDashboard(Path file) throws IOException {
    this.dashboard = new ObjectMapper().readTree(file.toFile());
  }

  /** The series that its panels and variables query from Prometheus, with all jobs selected. */
  public List<PrometheusSelector> selectors() {
    return Stream.concat(
            texts("/panels", "expr").stream(), texts("/templating/list", "definition").stream())
        .map(expression -> expression.replace("$job", ".*"))
        .flatMap(expression -> PrometheusSelector.in(expression).stream())
        .distinct()
        .toList();
  }

  private List<String> texts(String pointer, String field) {
    List<String> texts = new ArrayList<>();
    dashboard.at(pointer).findValues(field).forEach(value -> texts.add(value.asText()));
    return texts;
  }
}
