/**
 * Rows that are not copied between the operators of a chain, where nobody keeps or changes them.
 * See {@code docs/internals/object-reuse.md}.
 */
package org.trilink.planner.objectreuse;
