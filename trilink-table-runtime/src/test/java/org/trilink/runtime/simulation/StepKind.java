/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

/** A kind of step: a constant of the enum that lists all steps of a simulation. */
public interface StepKind {

  /** Returns the step as a sentence. Each # stands for an argument, a whole number. */
  String sentence();
}
