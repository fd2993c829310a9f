/** {@code bin/trilink bench profile}: where a record's time goes, by Java Flight Recorder. */
package org.trilink.benchmark.profile;
