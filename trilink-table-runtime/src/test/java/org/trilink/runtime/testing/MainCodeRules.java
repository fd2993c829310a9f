/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;

/** Rules for the main code of every module that runs on the cluster or plans for it. */
public final class MainCodeRules {

  private MainCodeRules() {}

  /** No class may end its process, but for these. */
  public static ArchRule nobodyEndsTheProcess(Class<?>... exceptions) {
    return noClasses()
        .that()
        .doNotBelongToAnyOf(exceptions)
        .should()
        .callMethodWhere(
            target(nameMatching("exit|halt"))
                .and(target(owner(type(System.class).or(type(Runtime.class))))));
  }

  /** A system property would be a test mode, or an option that nobody finds. */
  public static ArchRule nothingGoesBySystemProperties() {
    DescribedPredicate<JavaClass> readers =
        type(System.class).or(type(Boolean.class)).or(type(Integer.class)).or(type(Long.class));
    return noClasses()
        .should()
        .callMethodWhere(
            target(nameMatching("getProperty|getProperties|getenv|getBoolean|getInteger|getLong"))
                .and(target(owner(readers))));
  }
}
