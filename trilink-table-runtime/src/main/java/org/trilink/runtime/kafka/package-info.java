/** Ahead KeyBy: topics that are partitioned by key, so that no exchange is needed. */
package org.trilink.runtime.kafka;
