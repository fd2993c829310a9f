package org.trilink.planner.hint;

/**
 * What is done with a record that is further ahead than {@code watermark.max-lead}: the option
 * {@code watermark.max-lead.action}. In either case it does not move its key's watermark.
 */
public enum MaxLeadAction {
  /** It goes to the operator, whose windows of that time it is in. */
  KEEP,
  /** The operator does not see it. */
  DROP
}
