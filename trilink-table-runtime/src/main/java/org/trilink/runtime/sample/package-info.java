/** Samples of a keyed operator's input: a bounded job of this process that keeps what it reads. */
package org.trilink.runtime.sample;
