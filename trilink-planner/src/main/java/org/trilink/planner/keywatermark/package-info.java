/**
 * Key-level watermarks: each key, or group of keys, has its own event time (section 4.1 of the
 * paper).
 */
package org.trilink.planner.keywatermark;
