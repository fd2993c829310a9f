/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.Optional;

/**
 * The outcome of a request for a savepoint.
 *
 * @param location where it is; without meaning if it failed
 * @param failure why it failed, in one line; empty if it has been taken
 */
public record Savepoint(String location, Optional<String> failure) {}
