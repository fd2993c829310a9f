/** The bridge workload: which sensors of arch bridges have settled or moved too far. */
package org.trilink.examples.bridge;
