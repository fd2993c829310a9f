/** Keys that are numbers: found without a key row, without hashing rows, without boxing. */
package org.trilink.runtime.key;
