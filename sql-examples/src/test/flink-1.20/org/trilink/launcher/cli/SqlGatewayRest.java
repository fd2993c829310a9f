/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.trilink.launcher.local.Await;

/** A session of Flink's SQL Gateway, over REST. */
final class SqlGatewayRest {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String sessions;
  private final String session;

  /**
   * Opens a session as soon as the gateway answers.
   *
   * @param address {@code host:port}
   */
  SqlGatewayRest(String address) {
    sessions = "http://" + address + "/v1/sessions";
    Await.until("the SQL Gateway to answer", LIMIT, this::answers);
    session = sessions + "/" + post(sessions, "{}").get("sessionHandle").asText();
  }

  private boolean answers() {
    try {
      return send(HttpRequest.newBuilder(URI.create(sessions.replace("sessions", "info"))))
          .has("version");
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** Runs a statement; returns its result as the gateway writes it. */
  String execute(String statement) {
    String body = JSON.createObjectNode().put("statement", statement).toString();
    String operation = post(session + "/statements", body).get("operationHandle").asText();
    URI result = URI.create(session + "/operations/" + operation + "/result/0");
    return Await.until(
            "the result of " + statement,
            LIMIT,
            () -> send(HttpRequest.newBuilder(result)),
            answer -> !answer.path("resultType").asText().equals("NOT_READY"))
        .toString();
  }

  private JsonNode post(String address, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private JsonNode send(HttpRequest.Builder request) {
    try {
      return JSON.readTree(http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
