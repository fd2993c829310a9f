/**
 * Plan nodes and steps of translation that several techniques use: nodes that forward all rows, the
 * node that reports on hints, aggregates that merge. Nodes of one technique stand with it.
 */
package org.trilink.planner.node;
