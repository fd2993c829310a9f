/**
 * Trilink for programs: {@link org.trilink.planner.Trilink} is the public entry. Whatever else is
 * public below this package is so for Trilink's own modules and may change with any release.
 */
package org.trilink.planner;
