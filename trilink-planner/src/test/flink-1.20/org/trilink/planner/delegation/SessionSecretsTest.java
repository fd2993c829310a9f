/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.catalog.CatalogManager;
import org.junit.jupiter.api.Test;

/**
 * SQL Gateway has a planner for each statement of a session. The one that executes a statement set
 * must know what the hints of its statements hide.
 */
class SessionSecretsTest {

  private static CatalogManager newSession() {
    return ((TableEnvironmentImpl) TableEnvironment.create(EnvironmentSettings.inStreamingMode()))
        .getCatalogManager();
  }

  @Test
  void allPlannersOfASessionKnowThem() {
    CatalogManager session = newSession();
    String shown =
        TrilinkPlannerFactory.secretsOf(session).hide("global-merge.store", "redis://:secret@h");

    assertThat(shown).isEqualTo("redis://:***@h");
    assertThat(TrilinkPlannerFactory.secretsOf(session).reveal(shown))
        .isEqualTo("redis://:secret@h");
    assertThat(TrilinkPlannerFactory.secretsOf(newSession()).reveal(shown)).isEqualTo(shown);
  }
}
