/**
 * Sets up the runtime's clients of Redis in one way, and tells what their errors mean. Redis tables
 * have clients of their own ({@code org.trilink.connector.redis}), and share only {@link
 * org.trilink.runtime.redis.RedisFailures}.
 */
package org.trilink.runtime.redis;
