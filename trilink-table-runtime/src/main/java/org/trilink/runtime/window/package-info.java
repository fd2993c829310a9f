/** Window aggregates in which every key has an event time of its own. */
package org.trilink.runtime.window;
