/** Values of keys as objects, beside or in front of a state backend. */
package org.trilink.runtime.state;
