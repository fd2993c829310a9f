/**
 * Global merge: subtasks aggregate what they read, and merge it in a store (section 4.3.2 of the
 * paper). See {@code docs/internals/global-merge.md}.
 */
package org.trilink.planner.globalmerge;
