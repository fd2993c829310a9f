/**
 * Window aggregates in which every key has its own event time, and the forms in which a key has its
 * windows in state. See {@code docs/internals/state.md}.
 */
package org.trilink.runtime.window;
