/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Sends requests to a cluster's REST interface, and reads the answers.
 *
 * <p>Flink's own client is not used: an https address needs a trust store in its configuration, it
 * does not encode names of metrics, which have operators' names in them, and it must be closed.
 */
final class RestRequests {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  /**
   * @param url {@code http://host:port}
   */
  RestRequests(String url) {
    this.url = url;
  }

  String url() {
    return url;
  }

  /**
   * The answer to a request.
   *
   * @throws CommandFailure if there is none, or it is an error
   */
  JsonNode get(String path) {
    try {
      return send(request(path).GET());
    } catch (IOException e) {
      throw noAnswer(e);
    }
  }

  /** The answer to a request; empty if there is none, or it is an error. */
  Optional<JsonNode> getIfUp(String path) {
    try {
      return Optional.of(send(request(path).GET()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The answer to a request with a body.
   *
   * @throws CommandFailure if there is none, or it is an error
   */
  JsonNode post(String path, Map<String, Object> body) {
    try {
      return send(
          request(path)
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    } catch (IOException e) {
      throw noAnswer(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).timeout(LIMIT);
  }

  private JsonNode send(HttpRequest.Builder builder) throws IOException {
    HttpRequest request = builder.build();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() >= 400) {
        throw new IOException(
            request.uri().getPath() + " -> " + RootCause.of(unescaped(response.body())));
      }
      return JSON.readTree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
  }

  /** A stack trace in an answer of Flink's. */
  private static String unescaped(String json) {
    return json.replace("\\n", "\n").replace("\\t", "\t");
  }

  /** The failure of a request; Java has no message for a refused connection. */
  CommandFailure noAnswer(Exception e) {
    String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new CommandFailure("the cluster at " + url + " does not answer: " + text, e);
  }
}
