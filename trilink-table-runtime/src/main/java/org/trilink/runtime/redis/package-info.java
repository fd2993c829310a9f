/** What all clients of Redis have in common: their set-up, and what they make of errors. */
package org.trilink.runtime.redis;
