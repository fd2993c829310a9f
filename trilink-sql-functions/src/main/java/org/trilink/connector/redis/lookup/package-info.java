/** Redis as a lookup source: {@code JOIN t FOR SYSTEM_TIME AS OF proctime}. */
package org.trilink.connector.redis.lookup;
