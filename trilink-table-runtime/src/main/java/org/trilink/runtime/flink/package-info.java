/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * All that differs between versions of Flink, and all forced access of the runtime to Flink's
 * internals; a port to another Flink begins here.
 */
package org.trilink.runtime.flink;
