/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/**
 * The treatment of a record that is further ahead than {@code watermark.max-lead}: the option
 * {@code watermark.max-lead.action}. In either case the record does not move its key's watermark.
 */
public enum MaxLeadAction {
  /** The operator gets it and adds it to the windows of its time. */
  KEEP,
  /** It is dropped before the operator. */
  DROP
}
