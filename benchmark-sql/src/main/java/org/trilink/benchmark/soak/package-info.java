/**
 * A job that runs for hours while keys come and go: whether what it holds levels off, and whether
 * its result is right all the same.
 */
package org.trilink.benchmark.soak;
