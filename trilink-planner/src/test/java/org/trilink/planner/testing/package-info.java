/** Utilities to plan and run queries in the tests of several techniques. */
package org.trilink.planner.testing;
