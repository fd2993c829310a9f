/**
 * Sets up the runtime's clients of Redis in one way, and tells what their errors mean. Redis tables
 * have clients of their own, in {@code org.trilink.connector.redis}.
 */
package org.trilink.runtime.redis;
