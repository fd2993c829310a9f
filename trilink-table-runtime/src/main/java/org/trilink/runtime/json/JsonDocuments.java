package org.trilink.runtime.json;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Parses one message after the other with one parser: to make a parser costs more than to parse a
 * short message. Of a message only the first JSON value is looked at, as by flink-json.
 */
final class JsonDocuments {

  /** Shows a new parser that the encoding is UTF-8. Another one is found out message by message. */
  private static final byte[] UTF8 = "{} \n".getBytes(StandardCharsets.US_ASCII);

  private final ObjectMapper mapper;
  private final MessageStream stream = new MessageStream();
  private JsonParser parser;

  JsonDocuments(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** The parser, at the first token of the message. */
  JsonParser open(byte[] message) throws IOException {
    if (parser == null) {
      stream.next(UTF8);
      parser = mapper.getFactory().createParser(stream);
      parser.nextToken();
      parser.nextToken();
      parser.releaseBuffered(Nowhere.INSTANCE);
    }
    stream.next(message);
    parser.nextToken();
    return parser;
  }

  /** To be called at the value's last token: leaves out what may stand behind it. */
  void close() throws IOException {
    if (!stream.isTaken()) {
      forget();
    } else {
      parser.releaseBuffered(Nowhere.INSTANCE);
    }
  }

  /** To be called when a message was left anywhere but at its end. */
  void forget() {
    parser = null;
  }

  private static final class Nowhere extends OutputStream {

    static final Nowhere INSTANCE = new Nowhere();

    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] bytes, int offset, int length) {}
  }
}
