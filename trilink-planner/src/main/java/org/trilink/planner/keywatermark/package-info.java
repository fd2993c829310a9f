/**
 * Key-level watermarks: each key, or group of keys, has its own event time (section 4.1 of the
 * paper); and {@code KEY_WATERMARK}. See {@code docs/internals/key-watermarks.md}.
 */
package org.trilink.planner.keywatermark;
