/**
 * The part of the planner that is different for each version of Flink: another version's source
 * root has classes of the same names. The rest of the planner compiles with every one.
 *
 * <p>All reflective access of the planner to Flink's internals is here, too: one constant of {@code
 * FlinkField} for each private field, with a test that the field exists. The runtime's root does
 * the same for the fields of state. {@code docs/internals/flink.md} lists the other seams.
 */
package org.trilink.planner.flink;
