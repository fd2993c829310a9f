/** Writes tables to Redis: rows become commands, which are gathered and sent together. */
package org.trilink.connector.redis.sink;
