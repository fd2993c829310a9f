/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What tests of several techniques plan and run queries with. */
package org.trilink.planner.testing;
