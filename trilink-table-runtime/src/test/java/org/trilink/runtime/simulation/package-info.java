/**
 * Deterministic simulation of Trilink's own protocols. A {@link
 * org.trilink.runtime.simulation.Simulation} drives the real classes of a protocol in one thread,
 * one step at a time; a {@link org.trilink.runtime.simulation.Simulator} draws the steps from a
 * seed, and reduces a failing sequence to the steps that it needs.
 */
package org.trilink.runtime.simulation;
