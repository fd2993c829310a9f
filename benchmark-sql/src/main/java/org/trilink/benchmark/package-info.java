/** {@code bin/trilink bench}: what Trilink's techniques are worth, measured on a real cluster. */
package org.trilink.benchmark;
