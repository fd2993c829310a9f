/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

/**
 * A frame of a thread's stack.
 *
 * @param type the class, with its package
 */
record StackFrame(String type, String method) {}
