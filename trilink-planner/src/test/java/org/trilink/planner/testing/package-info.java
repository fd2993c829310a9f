/** What tests of several techniques plan and run queries with. */
package org.trilink.planner.testing;
