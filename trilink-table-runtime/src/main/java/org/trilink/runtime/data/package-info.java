/** How rows hold what operators read from them. */
package org.trilink.runtime.data;
