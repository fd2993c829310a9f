/**
 * Rows that are not copied between the operators of a chain, where nobody keeps or changes them.
 */
package org.trilink.planner.objectreuse;
