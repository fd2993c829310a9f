/** OVER aggregates under key-level watermarks. */
package org.trilink.runtime.over;
