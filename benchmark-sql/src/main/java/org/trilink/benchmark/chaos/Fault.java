/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

/** Something that happens to a job, and is mended again. */
interface Fault {

  /** The target of the fault, in a word or two. */
  String target();

  /** Lets it happen. */
  void strike();

  /** Mends it; returns when that is done. */
  void mend();

  /** One that mends itself. */
  static Fault of(String target, Runnable strike) {
    return of(target, strike, () -> {});
  }

  static Fault of(String target, Runnable strike, Runnable mend) {
    return new Fault() {
      @Override
      public String target() {
        return target;
      }

      @Override
      public void strike() {
        strike.run();
      }

      @Override
      public void mend() {
        mend.run();
      }
    };
  }
}
