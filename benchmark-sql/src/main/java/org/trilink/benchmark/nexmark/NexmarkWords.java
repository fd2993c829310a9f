/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryStringData;

/**
 * The texts of events. They are made once, so that a job spends its time on the query; which of
 * them a row has depends on a random number.
 */
final class NexmarkWords {

  private static final List<String> FIRST_NAMES =
      List.of("Ada", "Ben", "Cora", "Dov", "Elif", "Finn", "Gita", "Hugo", "Ines", "Jun");
  private static final List<String> LAST_NAMES =
      List.of("Abel", "Brandt", "Costa", "Dahl", "Engel", "Farkas", "Gomez", "Haas", "Ito");
  private static final List<String> CITIES =
      List.of("Bend", "Boise", "Fresno", "Mesa", "Portland", "Salem", "Seattle", "Tacoma", "Yuma");
  private static final List<String> STATES = List.of("AZ", "CA", "ID", "OR", "WA", "WY");
  private static final List<String> LARGE_CHANNELS =
      List.of("Apple", "Google", "Facebook", "Baidu");

  private static final int TEXTS = 1_024;
  private static final int SMALL_CHANNELS = 1_000;

  /** One in so many addresses of small channels does not tell the channel. */
  private static final int WITHOUT_ID = 10;

  private static final int LENGTH_OF_WORD = 7;
  private static final int LENGTH_OF_DESCRIPTION = 60;
  private static final int LENGTH_OF_PERSON_EXTRA = 100;
  private static final int LENGTH_OF_AUCTION_EXTRA = 350;
  private static final int LENGTH_OF_BID_EXTRA = 20;
  private static final int DIGITS = 16;
  private static final int DIGITS_OF_BLOCK = 4;

  private final Random random = new Random(1);
  final Texts names =
      texts(0, i -> FIRST_NAMES.get(i % FIRST_NAMES.size()) + " " + any(LAST_NAMES));
  final Texts addresses =
      texts(10, i -> word(LENGTH_OF_WORD) + "@" + word(LENGTH_OF_WORD) + ".example");
  final Texts cities = texts(0, i -> any(CITIES));
  final Texts states = texts(10, i -> any(STATES));
  final Texts items = texts(0, i -> word(LENGTH_OF_WORD) + " " + word(LENGTH_OF_WORD));
  final Texts descriptions = texts(10, i -> word(LENGTH_OF_DESCRIPTION));
  final Texts personExtras = texts(0, i -> word(LENGTH_OF_PERSON_EXTRA));
  final Texts auctionExtras = texts(0, i -> word(LENGTH_OF_AUCTION_EXTRA));
  final Texts bidExtras = texts(20, i -> word(LENGTH_OF_BID_EXTRA));
  private final StringData[] channelNames =
      array(
          LARGE_CHANNELS.size() + SMALL_CHANNELS,
          i -> i < LARGE_CHANNELS.size() ? LARGE_CHANNELS.get(i) : "channel-" + i);
  private final StringData[] channelAddresses =
      array(
          channelNames.length,
          i ->
              "https://market.example/%s/%s/%s/item?query=1%s"
                  .formatted(
                      word(LENGTH_OF_WORD),
                      word(LENGTH_OF_WORD),
                      word(LENGTH_OF_WORD),
                      i < LARGE_CHANNELS.size() || i % WITHOUT_ID == 0 ? "" : "&channel_id=" + i));

  /** Texts of one kind. */
  static final class Texts {

    private final StringData[] all;

    /** The bit of a random number from which on it says which text it is. */
    private final int shift;

    private Texts(StringData[] all, int shift) {
      this.all = all;
      this.shift = shift;
    }

    StringData of(long drawn) {
      return all[(int) ((drawn >>> shift) & (TEXTS - 1))];
    }
  }

  private Texts texts(int shift, IntFunction<String> text) {
    return new Texts(array(TEXTS, text), shift);
  }

  /** With the bytes that an operator would otherwise make of each string for each row. */
  private static StringData[] array(int size, IntFunction<String> text) {
    return IntStream.range(0, size)
        .mapToObj(text)
        .map(BinaryStringData::fromString)
        .peek(BinaryStringData::ensureMaterialized)
        .toArray(StringData[]::new);
  }

  private String any(List<String> words) {
    return words.get(random.nextInt(words.size()));
  }

  private String word(int length) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }

  /** Sixteen digits in four blocks. */
  StringData digits(long drawn) {
    StringBuilder digits = new StringBuilder();
    long left = drawn >>> 1;
    for (int i = 0; i < DIGITS; i++) {
      if (i > 0 && i % DIGITS_OF_BLOCK == 0) {
        digits.append(' ');
      }
      digits.append((char) ('0' + left % 10));
      left /= 10;
    }
    return StringData.fromString(digits.toString());
  }

  /** Half of the time one of the large ones. */
  int channel(long drawn) {
    long half = drawn >>> 1;
    return (drawn & 1) == 0
        ? (int) (half % LARGE_CHANNELS.size())
        : LARGE_CHANNELS.size() + (int) (half % SMALL_CHANNELS);
  }

  StringData channelName(int channel) {
    return channelNames[channel];
  }

  StringData channelAddress(int channel) {
    return channelAddresses[channel];
  }
}
