/** The command line behind {@code bin/trilink}: a class a command. */
package org.trilink.launcher.cli;
