/** The parts of generators: who reports when, and in what order the records arrive. */
package org.trilink.examples.generator;
