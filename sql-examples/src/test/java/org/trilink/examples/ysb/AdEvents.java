/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.nio.charset.StandardCharsets;

/** Input lines for tests. */
final class AdEvents {

  private AdEvents() {}

  static byte[] view(String adId, long eventTimeMs) {
    return event(adId, "view", String.valueOf(eventTimeMs));
  }

  static byte[] event(String adId, String eventType, String eventTime) {
    return ("{\"user_id\": \"u\", \"page_id\": \"p\", \"ad_id\": \"%s\", \"ad_type\": \"mail\", "
            + "\"event_type\": \"%s\", \"event_time\": \"%s\", \"ip_address\": \"1.2.3.4\"}")
        .formatted(adId, eventType, eventTime)
        .getBytes(StandardCharsets.UTF_8);
  }
}
