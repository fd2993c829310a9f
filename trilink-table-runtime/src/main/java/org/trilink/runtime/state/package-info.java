/**
 * Values of keys as objects, beside or in front of a state backend. See {@code
 * docs/internals/state.md}.
 */
package org.trilink.runtime.state;
