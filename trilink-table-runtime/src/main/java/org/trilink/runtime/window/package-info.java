/** Window aggregates in which every key has its own event time. */
package org.trilink.runtime.window;
