/** The stores in which a global merge's subtasks merge: Redis, and any MySQL-compatible server. */
package org.trilink.runtime.merge.store;
