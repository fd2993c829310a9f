/**
 * Key-level event time (section 4.1 of the paper): every key has its own watermark. See {@code
 * docs/internals/key-watermarks.md}.
 */
package org.trilink.runtime.watermark;
