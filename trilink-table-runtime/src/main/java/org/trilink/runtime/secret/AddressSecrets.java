/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.secret;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the characters of an address that are secret. Addresses are often invalid just because of
 * their password, for example if it has a '/' or '@' that is not encoded. So an address is not
 * parsed as a URI; whatever could be part of a password is treated as secret.
 */
final class AddressSecrets {

  /** A name, and not a password without one. */
  private static final Pattern USER = Pattern.compile("[\\w.%+-]*:");

  /** Also percent-encoded, for addresses in which too much was encoded. */
  private static final Pattern AT = Pattern.compile("@|%40");

  private static final Pattern SCHEME_WITHOUT_SLASHES =
      Pattern.compile("\\s*(?:rediss?|jdbc:\\w+):/?");

  /** An address without a password has no other colons, except in an IPv6 address. */
  private static final Pattern HOST = Pattern.compile("(?:\\[[^]]*+]|[^:]*+)(?::[0-9]*+)?");

  private final String address;
  private final BitSet secret;

  private AddressSecrets(String address) {
    this.address = address;
    this.secret = new BitSet(address.length());
  }

  static AddressSecrets of(String address) {
    AddressSecrets secrets = new AddressSecrets(address);
    for (int[] value : SecretParameters.secretsInAddress(address)) {
      secrets.secret.set(value[0], value[1]);
    }
    secrets.findUserInfo();
    return secrets;
  }

  /** In front of the last '@', as in {@code redis://user:secret@host}. */
  private void findUserInfo() {
    int begin = beginOfHost();
    int at = lastAt(begin);
    if (at >= 0) {
      secret.set(Math.min(at, afterUser(begin, at)), at);
    } else {
      findPasswordWithoutHost(begin);
    }
  }

  private int beginOfHost() {
    int slashes = address.indexOf("//");
    if (slashes >= 0) {
      return slashes + 2;
    }
    Matcher scheme = SCHEME_WITHOUT_SLASHES.matcher(address);
    return scheme.lookingAt() ? scheme.end() : 0;
  }

  /** But for those in parameters, where it has no meaning. */
  private int lastAt(int begin) {
    BitSet parameters = (BitSet) secret.clone();
    for (int[] value : SecretParameters.namesInAddress(address)) {
      parameters.set(value[0], value[1]);
    }
    int last = -1;
    for (Matcher at = AT.matcher(address).region(begin, address.length()); at.find(); ) {
      last = parameters.get(at.start()) ? last : at.start();
    }
    return last;
  }

  private int afterUser(int begin, int at) {
    Matcher user = USER.matcher(address).region(begin, at);
    return user.lookingAt() ? user.end() : begin;
  }

  /** An address whose '@' is encoded or missing: the text after a colon is not a port. */
  private void findPasswordWithoutHost(int begin) {
    int end = begin;
    while (end < address.length() && "/?#(".indexOf(address.charAt(end)) < 0) {
      end++;
    }
    for (String host : address.substring(begin, end).split(",", -1)) {
      if (!HOST.matcher(host).matches()) {
        secret.set(address.indexOf(':', begin) + 1, address.length());
        return;
      }
    }
  }

  String masked() {
    StringBuilder masked = new StringBuilder();
    int end = 0;
    for (int from = secret.nextSetBit(0); from >= 0; from = secret.nextSetBit(end)) {
      masked.append(address, end, from).append(Secrets.HIDDEN);
      end = secret.nextClearBit(from);
    }
    return masked.append(address, end, address.length()).toString();
  }

  List<String> secrets() {
    List<String> found = new ArrayList<>();
    for (int from = secret.nextSetBit(0); from >= 0; ) {
      int end = secret.nextClearBit(from);
      String text = address.substring(from, end);
      String decoded = SecretParameters.decoded(text);
      found.add(text);
      if (!decoded.equals(text)) {
        found.add(decoded);
      }
      from = secret.nextSetBit(end);
    }
    return found;
  }
}
