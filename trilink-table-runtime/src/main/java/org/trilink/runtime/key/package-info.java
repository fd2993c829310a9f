/** Lookups by a record's key, without a copy of the key and without boxing. */
package org.trilink.runtime.key;
