/** Joins that have only keyed state, so that each key can have its own event time. */
package org.trilink.runtime.join;
