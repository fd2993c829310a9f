/**
 * Hosts within one machine: network namespaces with links of a limited rate and CPU quotas, so that
 * a cluster of several TaskManagers is bound by what several machines would be bound by.
 */
package org.trilink.benchmark.host;
