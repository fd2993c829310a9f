/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;

/**
 * The time services of an operator whose watermark advances at once: versions of Flink may
 * interrupt that for a checkpoint.
 *
 * @param <K> type of the keys
 */
public abstract class TimeServiceManager<K> implements InternalTimeServiceManager<K> {}
