/** Puts Trilink into an existing Flink distribution. */
package org.trilink.launcher.install;
