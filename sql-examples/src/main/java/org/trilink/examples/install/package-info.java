/** Puts Trilink into an existing Flink distribution. */
package org.trilink.examples.install;
