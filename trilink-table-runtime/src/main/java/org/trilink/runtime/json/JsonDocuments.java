/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonEncoding;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.io.IOContext;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Parses one message after the other with one parser, as creating a parser costs more than parsing
 * a short message. Of a message only the first JSON value is looked at, as by flink-json.
 *
 * <p>A parser keeps every name that it has decoded, so as not to decode it again. What messages can
 * make it keep is bounded: when those that brought new names come to a mebibyte, the next message
 * gets a new parser, with no names.
 */
final class JsonDocuments {

  /** Bytes of messages with new names, for one parser. */
  static final int MAX_LEARNED_FROM = 1 << 20;

  /** As Jackson's own, but that names do not go into the table of all strings of the JVM. */
  private static final int NAME_FEATURES =
      JsonFactory.Feature.collectDefaults() & ~JsonFactory.Feature.INTERN_FIELD_NAMES.getMask();

  private final ObjectMapper mapper;
  private final MessageStream stream = new MessageStream();
  private JsonParser parser;
  private ByteQuadsCanonicalizer names;
  private int namesBefore;
  private int learnedFrom;

  JsonDocuments(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** The parser, at the first token of the message. */
  JsonParser open(byte[] message) throws IOException {
    if (parser == null) {
      parser = newParser();
    }
    stream.next(message);
    parser.nextToken();
    return parser;
  }

  /** For UTF-8. A message in another encoding is none for this parser. */
  private JsonParser newParser() {
    JsonFactory factory = mapper.getFactory();
    IOContext context = new IOContext(factory._getBufferRecycler(), stream, false);
    context.setEncoding(JsonEncoding.UTF8);
    names = ByteQuadsCanonicalizer.createRoot().makeChild(NAME_FEATURES);
    namesBefore = 0;
    learnedFrom = 0;
    return new UTF8StreamJsonParser(
        context,
        factory.getParserFeatures(),
        stream,
        mapper,
        names,
        context.allocReadIOBuffer(),
        0,
        0,
        0,
        true);
  }

  /** To be called at the value's last token: leaves out what may stand behind it. */
  void close() throws IOException {
    if (!stream.isTaken() || (names.size() != namesBefore && learnsTooMuch())) {
      forget();
    } else {
      parser.releaseBuffered(Nowhere.INSTANCE);
    }
  }

  private boolean learnsTooMuch() {
    namesBefore = names.size();
    learnedFrom += stream.length();
    return learnedFrom > MAX_LEARNED_FROM;
  }

  /** To be called when a message was left anywhere but at its end. */
  void forget() {
    parser = null;
    names = null;
  }

  /** How many names are kept. */
  int names() {
    return names == null ? 0 : names.size();
  }

  private static final class Nowhere extends OutputStream {

    static final Nowhere INSTANCE = new Nowhere();

    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] bytes, int offset, int length) {}
  }
}
