/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.Iterator;
import java.util.ServiceLoader;

/** The probe of this process, which is looked up once. */
final class InstalledSyncProbe {

  static final SyncProbe PROBE = find();

  private InstalledSyncProbe() {}

  private static SyncProbe find() {
    Iterator<SyncProbe> services =
        ServiceLoader.load(SyncProbe.class, SyncProbe.class.getClassLoader()).iterator();
    return services.hasNext() ? services.next() : new SyncProbe() {};
  }
}
