/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Metrics whose names were looked for, each under the part of its name that matters. */
final class FoundMetrics {

  /** The server takes request lines of 4,096 characters. */
  private static final int QUERY_LIMIT = 3_000;

  /**
   * A metric.
   *
   * @param name what the pattern's group has matched
   * @param json its value, or its sum, greatest value and so on over the subtasks of a task
   */
  record Found(String name, JsonNode json) {}

  private final List<Found> all = new ArrayList<>();

  /**
   * Asks for the names of all metrics, and then for the values of those that match.
   *
   * @param paths of metrics in the REST interface
   * @param pattern of the names, with one group
   */
  FoundMetrics(RestRequests rest, List<String> paths, Pattern pattern) {
    for (String path : paths) {
      Map<String, String> names = new HashMap<>();
      for (JsonNode metric : rest.get(path)) {
        Matcher name = pattern.matcher(metric.path("id").asText());
        if (name.matches()) {
          names.put(name.group(), name.group(1));
        }
      }
      for (String query : queries(names.keySet())) {
        for (JsonNode metric : rest.get(path + "?get=" + query)) {
          all.add(new Found(names.get(metric.path("id").asText()), metric));
        }
      }
    }
  }

  /** A pattern of metrics that operators have, by the names of the metrics. */
  static Pattern ofOperators(Collection<String> names) {
    return Pattern.compile(".*\\.(" + String.join("|", names) + ")");
  }

  /** The names, separated by commas, in as many texts as it takes for none to be too long. */
  private static List<String> queries(Collection<String> names) {
    List<String> queries = new ArrayList<>();
    StringBuilder query = new StringBuilder();
    for (String name : names) {
      String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
      if (!query.isEmpty() && query.length() + encoded.length() > QUERY_LIMIT) {
        queries.add(query.toString());
        query.setLength(0);
      }
      query.append(query.isEmpty() ? "" : ",").append(encoded);
    }
    if (!query.isEmpty()) {
      queries.add(query.toString());
    }
    return queries;
  }

  Stream<Found> stream() {
    return all.stream();
  }

  boolean has(String name) {
    return named(name).findAny().isPresent();
  }

  /** The sum over all subtasks and tasks, without fractions. */
  long sum(String name) {
    return named(name).mapToLong(json -> json.path("sum").asLong()).sum();
  }

  /** Over the tasks, the greatest value of a subtask of each. */
  DoubleSummaryStatistics maxima(String name) {
    return named(name).mapToDouble(json -> json.path("max").asDouble()).summaryStatistics();
  }

  private Stream<JsonNode> named(String name) {
    return all.stream().filter(metric -> metric.name.equals(name)).map(Found::json);
  }

  /** The sum, greatest value and so on over the subtasks, by name. */
  Map<String, Double> byName(String aggregation, BinaryOperator<Double> together) {
    return all.stream()
        .collect(
            Collectors.toMap(
                Found::name, metric -> metric.json.path(aggregation).asDouble(), together));
  }
}
