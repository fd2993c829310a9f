/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import org.trilink.launcher.local.Engine;

/** A query, and the engine that runs it. */
public record EngineQuery(Engine engine, EmbeddedQuery query) {}
