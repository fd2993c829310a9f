/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.jars;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;
import org.junit.jupiter.api.Test;

/** Tests which classes of the jars for clusters programs may use; the last module sees them all. */
class PublicApiTest {

  private static final JavaClasses TRILINK =
      new ClassFileImporter()
          .importPackages(
              "org.trilink.advice",
              "org.trilink.connector",
              "org.trilink.functions",
              "org.trilink.planner",
              "org.trilink.runtime");

  private static final Pattern SECTION = Pattern.compile("(?ms)^## What is public$(.*?)(?=^## )");
  private static final Pattern CLASS_NAME = Pattern.compile("org\\.trilink\\.[\\w.]*\\w");

  @Test
  void isListedInTheGuide() throws IOException {
    String guide = Files.readString(BuiltJar.home().resolve("docs/embedding.md"));
    List<String> listed =
        SECTION
            .matcher(guide)
            .results()
            .flatMap(section -> CLASS_NAME.matcher(section.group(1)).results())
            .map(MatchResult::group)
            .toList();

    assertThat(publicClasses().map(JavaClass::getName)).containsExactlyInAnyOrderElementsOf(listed);
  }

  /** Else a change of what is not public would break programs after all. */
  @Test
  void itsSignaturesHaveOnlyWhatIsPublic() {
    assertThat(
            publicClasses()
                .flatMap(publicClass -> publicClass.getMembers().stream())
                .filter(PublicApiTest::isForPrograms)
                .flatMap(PublicApiTest::types)
                .flatMap(type -> type.getAllInvolvedRawTypes().stream())
                .filter(type -> type.getName().startsWith("org.trilink."))
                .distinct())
        .isNotEmpty()
        .allMatch(type -> type.isAnnotatedWith(PublicEvolving.class));
  }

  private static Stream<JavaClass> publicClasses() {
    return TRILINK.stream().filter(type -> type.isAnnotatedWith(PublicEvolving.class));
  }

  private static boolean isForPrograms(JavaMember member) {
    return (member.getModifiers().contains(JavaModifier.PUBLIC)
            || member.getModifiers().contains(JavaModifier.PROTECTED))
        && !member.isAnnotatedWith(Internal.class);
  }

  private static Stream<JavaType> types(JavaMember member) {
    if (member instanceof JavaField field) {
      return Stream.of(field.getType());
    }
    JavaCodeUnit code = (JavaCodeUnit) member;
    return Stream.concat(Stream.of(code.getReturnType()), code.getParameterTypes().stream());
  }
}
