/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

/** A command of {@code bin/trilink} that another module brings, found as a service. */
public interface TrilinkSubcommand {}
