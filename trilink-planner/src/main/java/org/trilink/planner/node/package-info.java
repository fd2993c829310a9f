/**
 * Plan nodes and steps of translation that several techniques build on. Nodes of one technique
 * stand with it.
 */
package org.trilink.planner.node;
