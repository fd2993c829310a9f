/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

/** The two interfaces that Linux has for the CPU time of a group of processes. */
enum CgroupVersion {
  V1,
  V2
}
