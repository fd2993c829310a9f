/** How people, and their programs, reach the monitor of a running job. */
package org.trilink.runtime.placement.control;
