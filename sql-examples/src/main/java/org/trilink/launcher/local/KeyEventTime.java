/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

/**
 * The metrics of a job's operators under key-level watermarks, all subtasks together.
 *
 * @param lateByKeyWatermark records that were late by their own key's watermark
 * @param lateBySubtaskWatermark records that one watermark a subtask would have made late
 * @param activeKeys keys that have a watermark or hold something
 */
public record KeyEventTime(long lateByKeyWatermark, long lateBySubtaskWatermark, long activeKeys) {}
