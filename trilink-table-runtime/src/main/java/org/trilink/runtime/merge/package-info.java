/**
 * Global merge (the paper's section 4.3): aggregation without an exchange. Subtasks aggregate what
 * they read themselves and merge their increments in a store.
 */
package org.trilink.runtime.merge;
