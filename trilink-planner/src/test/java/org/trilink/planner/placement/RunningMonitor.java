/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.apache.flink.runtime.rest.messages.job.coordination.ClientCoordinationRequestBody;
import org.apache.flink.runtime.rest.messages.job.coordination.ClientCoordinationResponseBody;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.util.SerializedValue;
import org.trilink.runtime.placement.control.ControlAnswer;
import org.trilink.runtime.placement.control.ControlRequest;
import org.trilink.runtime.testing.SharedCluster;

/** A REST client of the monitor of the job that runs on the tests' cluster. */
final class RunningMonitor {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private RunningMonitor() {}

  static JsonNode status() throws Exception {
    return say("{\"status\": true}");
  }

  /** Returns the response to a command. */
  static JsonNode say(String command) throws Exception {
    String request =
        JSON.createObjectNode()
            .put(
                ClientCoordinationRequestBody.FIELD_NAME_SERIALIZED_COORDINATION_REQUEST,
                new SerializedValue<>(new ControlRequest(command)).getByteArray())
            .toString();
    JsonNode answer =
        send(
            HttpRequest.newBuilder(address(path()))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(request)));
    byte[] result =
        answer
            .path(ClientCoordinationResponseBody.FIELD_NAME_SERIALIZED_COORDINATION_RESULT)
            .binaryValue();
    ControlAnswer said =
        SerializedValue.<ControlAnswer>fromBytes(result)
            .deserializeValue(RunningMonitor.class.getClassLoader());
    return JSON.readTree(said.json());
  }

  /** How many checkpoints the job has completed. */
  static int checkpoints() throws Exception {
    return get(job() + "/checkpoints").at("/counts/completed").asInt();
  }

  /** The path of the operator's vertex, which is the only way to address an operator. */
  private static String path() throws Exception {
    String job = job();
    for (JsonNode vertex : get(job).path("vertices")) {
      if (vertex.path("name").asText().contains("[partition=")) {
        return job + "/coordinators/" + vertex.path("id").asText();
      }
    }
    throw new IllegalStateException("The job that runs has no monitor.");
  }

  private static String job() throws Exception {
    for (JsonNode job : get("/jobs").path("jobs")) {
      if (job.path("status").asText().equals("RUNNING")) {
        return "/jobs/" + job.path("id").asText();
      }
    }
    throw new IllegalStateException("No job runs.");
  }

  private static JsonNode get(String path) throws Exception {
    return send(HttpRequest.newBuilder(address(path)));
  }

  private static URI address(String path) {
    return SharedCluster.restAddress().resolve(path);
  }

  private static JsonNode send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response =
        HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(response.body());
    }
    return JSON.readTree(response.body());
  }
}
