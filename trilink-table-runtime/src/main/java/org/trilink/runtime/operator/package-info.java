/**
 * The parts that operators of several packages share: their share of the heap, eviction, wrapping,
 * and rows that are not copied.
 */
package org.trilink.runtime.operator;
