/**
 * Facts about Flink's plan, each a {@code Decision}: the fact, or the reason why it does not hold.
 *
 * <p>{@code EventTimeOperator}: what does an operator require of its inputs' event times ({@code
 * EventTimeInput})? {@code EventTimeOrigin}: where does a column's event time come from, and how
 * far may the rows of a key be out of order? {@code ResultOrder}: in what order does an operator
 * emit the results of a key? {@code ArrivalOrder}: does anything above depend on the order in which
 * a key's results arrive? {@code KeyedOperator}, {@code ScannedKeys}: what is keyed by what, and
 * where do the keys come from? {@code NodeFacts} is the table of all physical nodes: what does the
 * order of arrival mean to it, and does it wait for watermarks?
 */
package org.trilink.planner.metadata;
