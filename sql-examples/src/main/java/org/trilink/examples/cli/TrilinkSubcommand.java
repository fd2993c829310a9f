package org.trilink.examples.cli;

/** A command of {@code bin/trilink} that another module brings, found as a service. */
public interface TrilinkSubcommand {}
