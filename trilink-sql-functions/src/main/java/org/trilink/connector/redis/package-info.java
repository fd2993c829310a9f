/** Redis as a lookup source and a sink: {@code 'connector' = 'redis'}. */
package org.trilink.connector.redis;
