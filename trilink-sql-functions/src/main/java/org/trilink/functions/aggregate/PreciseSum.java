/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A sum of twice a double's precision (106 bits): the unevaluated sum of two doubles, with the
 * error-free steps of Dekker and Knuth. Integers below 2^104 are added exactly, so what was added
 * can be taken back.
 */
final class PreciseSum {

  /** 2^27 + 1: splits a double into halves whose products are exact. */
  private static final double SPLITTER = 134217729.0;

  private double high;
  private double low;

  void add(double value) {
    addParts(value, 0);
  }

  /** Adds a * b, to twice a double's precision. */
  void addProduct(double a, double b) {
    double product = a * b;
    addParts(product, productError(a, b, product));
  }

  void add(PreciseSum other) {
    addParts(other.high, other.low);
  }

  /** Adds factor * other. */
  void addProduct(double factor, PreciseSum other) {
    addProduct(factor, other.high);
    addProduct(factor, other.low);
  }

  private void addParts(double otherHigh, double otherLow) {
    double sum = high + otherHigh;
    double error = sumError(high, otherHigh, sum);
    double lowSum = low + otherLow;
    double lowError = sumError(low, otherLow, lowSum);
    double rest = error + lowSum;
    double firstHigh = sum + rest;
    double firstLow = rest - (firstHigh - sum) + lowError;
    high = firstHigh + firstLow;
    low = firstLow - (high - firstHigh);
  }

  /** a * b - c * d, of which hardly anything may be left. */
  static PreciseSum differenceOfProducts(double a, PreciseSum b, PreciseSum c, PreciseSum d) {
    PreciseSum difference = new PreciseSum();
    difference.addProduct(a, b);
    difference.addProduct(-c.high, d);
    difference.addProduct(-c.low, d);
    return difference;
  }

  private static double sumError(double a, double b, double sum) {
    double bPart = sum - a;
    return (a - (sum - bPart)) + (b - bPart);
  }

  private static double productError(double a, double b, double product) {
    double aHigh = upperHalf(a);
    double aLow = a - aHigh;
    double bHigh = upperHalf(b);
    double bLow = b - bHigh;
    return ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow;
  }

  private static double upperHalf(double value) {
    double shifted = SPLITTER * value;
    return shifted - (shifted - value);
  }

  double value() {
    return high + low;
  }

  PreciseSum copy() {
    PreciseSum copy = new PreciseSum();
    copy.high = high;
    copy.low = low;
    return copy;
  }

  void write(DataOutputView target) throws IOException {
    target.writeDouble(high);
    target.writeDouble(low);
  }

  static PreciseSum read(DataInputView source) throws IOException {
    PreciseSum sum = new PreciseSum();
    sum.high = source.readDouble();
    sum.low = source.readDouble();
    return sum;
  }
}
