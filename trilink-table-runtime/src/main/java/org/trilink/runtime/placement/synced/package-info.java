/**
 * The part of a Sync before a keyed operator: it holds elements that must wait, and has keys' state
 * taken out and put in. What moves keys is in {@code org.trilink.runtime.move}, the coordinator
 * that leads the Sync in {@code placement}.
 */
package org.trilink.runtime.placement.synced;
