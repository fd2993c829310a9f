/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.jars;

import java.util.List;
import java.util.regex.Pattern;

/** A jar's NOTICE: names what others have made, each in a line {@code - GROUP:ARTIFACT:VERSION}. */
record Notice(String text) {

  private static final Pattern ARTIFACT = Pattern.compile("(?m)^- (\\S+):(\\S+):(\\S+)$");
  private static final Pattern LICENSE = Pattern.compile("META-INF/licenses/[\\w.-]*\\w");

  List<BundledArtifact> artifacts() {
    return ARTIFACT
        .matcher(text)
        .results()
        .map(match -> new BundledArtifact(match.group(1), match.group(2), match.group(3)))
        .toList();
  }

  /** The files that it refers to. */
  List<String> licenses() {
    return LICENSE.matcher(text).results().map(match -> match.group()).distinct().sorted().toList();
  }
}
