/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

/**
 * The threads and the used heap of all TaskManagers' processes together.
 *
 * @param heapBytes of their heaps that are used, garbage included
 */
public record TaskManagerJvms(long threads, long heapBytes) {}
