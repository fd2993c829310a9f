/** How what belongs to a record's key is found: without a copy of the key, and without boxing. */
package org.trilink.runtime.key;
