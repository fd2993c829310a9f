/**
 * Merging in place of shuffling (the paper's section 4.3). Local merge: records of a key and a span
 * of time become one row of accumulators before the exchange, and the operator behind the exchange
 * merges these rows. Global merge: there is no exchange, and subtasks merge their increments in a
 * store.
 */
package org.trilink.runtime.merge;
