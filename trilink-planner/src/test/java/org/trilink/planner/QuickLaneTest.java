/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.TestPlanner;

/**
 * {@code mvn test} leaves out the tests with a tag, so that it is quick. It must not leave out a
 * whole technique, or it would be green while that is broken.
 */
class QuickLaneTest {

  private static final JavaClasses QUICK_TESTS =
      new ClassFileImporter()
          .withImportOption(
              location -> location.contains("test-classes") || location.contains("-tests.jar"))
          .importPackages("org.trilink.planner", "org.trilink.runtime")
          .that(DescribedPredicate.describe("have a test without a tag", QuickLaneTest::isQuick));

  private static boolean isQuick(JavaClass test) {
    return !test.isAnnotatedWith(Tag.class)
        && test.getMethods().stream()
            .anyMatch(
                method ->
                    (method.isAnnotatedWith(Test.class)
                            || method.isAnnotatedWith(ParameterizedTest.class))
                        && !method.isAnnotatedWith(Tag.class));
  }

  /** A technique has its physical nodes in a package of its own; {@code node} has what all use. */
  @Test
  void eachTechniqueHasAPlanTest() {
    Set<String> packages =
        ArchitectureTest.TRILINK.stream()
            .filter(node -> node.getSimpleName().startsWith("StreamPhysical"))
            .map(JavaClass::getPackageName)
            .filter(name -> !name.equals("org.trilink.planner.node"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(packages).hasSizeGreaterThan(5);
    QUICK_TESTS.stream()
        .filter(QuickLaneTest::plans)
        .forEach(test -> packages.remove(test.getPackageName()));

    assertThat(packages).as("techniques without a plan test that has no @Tag").isEmpty();
  }

  private static boolean plans(JavaClass test) {
    return test.getDirectDependenciesFromSelf().stream()
        .anyMatch(
            used ->
                used.getTargetClass().isEquivalentTo(TestPlanner.class)
                    || used.getTargetClass().isEquivalentTo(KafkaSqlJob.class));
  }

  /** It is named after the operator, or after a superclass for one input and for two. */
  @Test
  void eachOperatorHasATest() {
    List<JavaClass> operators =
        ArchitectureTest.TRILINK.stream()
            .filter(type -> type.isAssignableTo(StreamOperator.class))
            .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
            .collect(Collectors.toList());

    assertThat(operators).hasSizeGreaterThan(10);
    assertThat(operators)
        .as("operators with a test that has no @Tag")
        .allMatch(QuickLaneTest::hasTest);
  }

  private static boolean hasTest(JavaClass operator) {
    return Stream.concat(Stream.of(operator), operator.getAllRawSuperclasses().stream())
        .anyMatch(type -> QUICK_TESTS.contain(type.getName() + "Test"));
  }
}
