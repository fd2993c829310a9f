/**
 * Merging before an exchange: records of a key and a span of time become one row of accumulators,
 * which the operator behind the exchange merges in its turn.
 */
package org.trilink.runtime.merge;
