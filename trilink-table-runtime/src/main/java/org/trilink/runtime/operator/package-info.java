/** What operators of several packages have in common. */
package org.trilink.runtime.operator;
