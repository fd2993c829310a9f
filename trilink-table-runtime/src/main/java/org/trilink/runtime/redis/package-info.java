/** Sets up all clients of Redis in one way, and tells what their errors mean. */
package org.trilink.runtime.redis;
