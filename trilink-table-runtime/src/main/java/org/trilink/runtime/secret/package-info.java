/** Passwords in addresses and texts, which nobody is shown. */
package org.trilink.runtime.secret;
