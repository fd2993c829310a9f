/**
 * Everything that Flink does not offer in the same way in each of its versions. Classes that differ
 * stand in a source root for each version, {@code src/main/flink-VERSION}, under the same names;
 * the rest of the planner compiles with every one.
 *
 * <p>All reflective access of the planner to Flink's internals is here, too: one constant of {@code
 * FlinkField} for each private field, with a test that the field exists. The runtime's package does
 * the same for the fields of state. {@code docs/internals/flink.md} lists the other seams.
 */
package org.trilink.planner.flink;
