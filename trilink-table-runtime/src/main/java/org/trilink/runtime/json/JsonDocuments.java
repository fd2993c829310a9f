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
 * Parses all messages with one parser, as creating a parser costs more than parsing a short
 * message. Only the first JSON value of a message is read, as by flink-json.
 *
 * <p>A parser caches every name that it has decoded. The size of this cache is bounded: when
 * messages with new names add up to one MiB, the next message is parsed by a new parser, with an
 * empty cache.
 */
final class JsonDocuments {

  /** The maximum size of messages with new names for one parser, in bytes. */
  static final int MAX_LEARNED_FROM = 1 << 20;

  /** Jackson's defaults, except that names are not interned in the JVM's string table. */
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

  /** Creates a parser for UTF-8. It fails for a message in another encoding. */
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

  /** To be called at the value's last token: skips anything after it. */
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

  /** To be called when parsing stopped before the end of a message: discards the parser. */
  void forget() {
    parser = null;
    names = null;
  }

  /** How many names are cached. */
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
