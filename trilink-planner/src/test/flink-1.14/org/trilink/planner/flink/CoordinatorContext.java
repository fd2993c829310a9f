/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

/** The job as a coordinator sees it; versions of Flink ask for more than others. */
public interface CoordinatorContext extends OperatorCoordinator.Context {}
