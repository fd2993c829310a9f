/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Receives what Flink's reporter pushes to a Prometheus Pushgateway. The reporter that Prometheus
 * scrapes uses the same names and labels, but listens on all addresses of the machine.
 */
public final class PushedMetrics implements AutoCloseable {

  private final Map<String, String> lastByProcess = new ConcurrentHashMap<>();
  private final HttpServer server;

  private PushedMetrics(HttpServer server) {
    this.server = server;
  }

  /** Listens on a free port of the loopback address. */
  public static PushedMetrics listen() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    PushedMetrics metrics = new PushedMetrics(server);
    server.createContext("/metrics/job/", metrics::take);
    server.start();
    return metrics;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      lastByProcess.put(
          exchange.getRequestURI().getPath(), new String(body, StandardCharsets.UTF_8));
      exchange.sendResponseHeaders(202, -1);
    }
  }

  /** The series that each process has pushed last. */
  public List<MetricSeries> series() {
    return lastByProcess.values().stream()
        .flatMap(String::lines)
        .map(MetricSeries::parse)
        .flatMap(Optional::stream)
        .toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
