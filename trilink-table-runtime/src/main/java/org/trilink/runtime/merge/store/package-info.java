/**
 * The stores in which the subtasks of a global merge merge their increments: Redis, and any
 * MySQL-compatible server.
 */
package org.trilink.runtime.merge.store;
