package org.trilink.benchmark.profile;

/**
 * A frame of a thread's stack.
 *
 * @param type the class, with its package
 */
record StackFrame(String type, String method) {}
