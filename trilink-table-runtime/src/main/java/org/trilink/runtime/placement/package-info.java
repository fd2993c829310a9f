/**
 * Key placement (section 4.2.1 of the paper): which subtask gets which key. See {@code
 * docs/internals/placement.md}.
 */
package org.trilink.runtime.placement;
