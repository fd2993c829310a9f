/** Classes that operators of several packages share. */
package org.trilink.runtime.operator;
