/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.apache.flink.table.api.TableConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.client.TrilinkSqlClient;
import org.trilink.runtime.testing.MainCodeRules;

/** Checks the dependencies between packages that {@code docs/architecture.md} allows. */
class ArchitectureTest {

  static final JavaClasses TRILINK =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(
              // the runtime's own test classes are on the class path, too
              location -> !location.contains("-tests.jar") && !location.contains("test-classes"))
          .importPackages("org.trilink.planner", "org.trilink.advice", "org.trilink.runtime");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

  @Test
  void packagesOfThePlannerKnowEachOtherInOneDirection() {
    check(slices().matching("org.trilink.planner.(**)").should().beFreeOfCycles());
  }

  @Test
  void packagesOfAdviceKnowEachOtherInOneDirection() {
    check(slices().matching("org.trilink.advice.(**)").should().beFreeOfCycles());
  }

  @Test
  void thePlannerKnowsNoAdvice() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.trilink.planner..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.trilink.advice.."));
  }

  @Test
  void packagesOfTheRuntimeKnowEachOtherInOneDirection() {
    check(slices().matching("org.trilink.runtime.(**)").should().beFreeOfCycles());
  }

  @Test
  void keysTheirStateAndTheirMovesKnowNothingOfPlacement() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                "org.trilink.runtime.key..",
                "org.trilink.runtime.move..",
                "org.trilink.runtime.state..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.trilink.runtime.placement.."));
  }

  @Test
  void theRuntimeKnowsNoPlanner() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.trilink.runtime..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.trilink.planner..", "org.apache.flink.table.planner.."));
  }

  @Test
  void optionsAreReadWithoutAPlanner() {
    check(
        noClasses()
            .that()
            .resideInAPackage("org.trilink.planner.hint..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.flink.table.planner.."));
  }

  @Test
  void onlyTheAdaptersForceTheirWayIntoFlink() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage("org.trilink.planner..", "org.trilink.runtime..")
            .and()
            .resideOutsideOfPackages("org.trilink.planner.flink..", "org.trilink.runtime.flink..")
            .should()
            .callMethodWhere(
                target(name("setAccessible"))
                    .and(target(owner(assignableTo(AccessibleObject.class))))));
  }

  /** A task may have a single thread for them, which a call that waits for another would hold. */
  @Test
  void theThreadsOfCheckpointsAreLeftToThem() {
    check(
        noClasses()
            .should()
            .callMethodWhere(
                target(name("getAsyncOperationsThreadPool"))
                    .and(target(owner(assignableTo(StreamTask.class))))));
  }

  /** In versions of Flink they know of the session's own settings only. */
  @Test
  void settingsAreReadInOnePlace() {
    check(
        noClasses()
            .that()
            .doNotHaveSimpleName("FlinkSettings")
            .should()
            .callMethod(TableConfig.class, "getLocalTimeZone")
            .orShould()
            .callMethod(TableConfig.class, "getIdleStateRetention"));
  }

  @Test
  void onlyTheSqlClientEndsItsProcess() {
    check(MainCodeRules.nobodyEndsTheProcess(TrilinkSqlClient.class));
  }

  @Test
  void nothingGoesBySystemProperties() {
    check(MainCodeRules.nothingGoesBySystemProperties());
  }

  /** Differences between versions of Flink belong in the source root of each. */
  @ParameterizedTest
  @ValueSource(strings = {"trilink-planner", "trilink-table-runtime", "trilink-sql-functions"})
  void theCommonTreeNamesNoVersionOfFlink(String module) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        assertThat(COMMENT.matcher(Files.readString(file)).replaceAll(""))
            .as(file.toString())
            .doesNotContainPattern("\\b1\\.(14|20)\\b");
      }
    }
  }

  private static void check(ArchRule rule) {
    rule.check(TRILINK);
  }
}
