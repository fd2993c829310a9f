/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.Optional;

/**
 * Where the servers are that a workload's scripts read and write.
 *
 * @param broker Kafka, {@code host:port}
 * @param redis Redis, {@code host:port}; empty if the scripts need none
 */
public record Endpoints(String broker, Optional<String> redis) {}
