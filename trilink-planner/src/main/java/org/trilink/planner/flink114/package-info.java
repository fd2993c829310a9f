/**
 * All reflective access of the planner to Flink 1.14's internals. Nothing else reaches past Flink's
 * public classes and methods.
 *
 * <p>There is one constant of {@code FlinkField} for each private field, with a test that the field
 * exists. The runtime's {@code flink114} does the same for the fields of state. A port to another
 * Flink version begins here; {@code docs/internals/flink.md} lists the other seams.
 */
package org.trilink.planner.flink114;
