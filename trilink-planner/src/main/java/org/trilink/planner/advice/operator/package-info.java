/**
 * Advice on one operator of a plan: samples what it reads, measures the sample, and recommends
 * options, for those who ask for advice and for the planner itself.
 */
package org.trilink.planner.advice.operator;
