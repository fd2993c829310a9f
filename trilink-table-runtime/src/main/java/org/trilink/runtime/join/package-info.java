/** Joins whose whole state belongs to their keys, so that each key can have an event time. */
package org.trilink.runtime.join;
