/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

/**
 * The bytes that a job's tasks have received from other tasks.
 *
 * @param between from tasks on other TaskManagers
 * @param within from tasks on the same TaskManager, those of the same chain not counted
 */
public record ExchangedBytes(long between, long within) {}
