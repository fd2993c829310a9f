/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.testing.MainCodeRules;

/** Checks the rules for main code in this module, whose functions and tables run on the cluster. */
class SqlFunctionsArchitectureTest {

  private static final JavaClasses MODULE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.trilink.connector", "org.trilink.functions");

  @Test
  void nobodyEndsTheProcess() {
    MainCodeRules.nobodyEndsTheProcess().check(MODULE);
  }

  @Test
  void nothingGoesBySystemProperties() {
    MainCodeRules.nothingGoesBySystemProperties().check(MODULE);
  }

  @Test
  void bothPackagesAreChecked() {
    assertThat(MODULE.containPackage("org.trilink.connector.redis")).isTrue();
    assertThat(MODULE.containPackage("org.trilink.functions.aggregate")).isTrue();
  }
}
