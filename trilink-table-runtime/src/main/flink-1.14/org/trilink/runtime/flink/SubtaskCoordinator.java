/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

/**
 * An operator's coordinator that is called for subtasks. Versions of Flink that may run several
 * attempts of a subtask at once also name the attempt.
 */
public abstract class SubtaskCoordinator implements OperatorCoordinator {}
