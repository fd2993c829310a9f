/** The Yahoo Streaming Benchmark: how often each campaign's ads are viewed. */
package org.trilink.examples.ysb;
