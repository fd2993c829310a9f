/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.io.IOException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.DeserializationContext;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonDeserializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonMappingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/**
 * Reads a node of Trilink's from a JSON plan of a version of Flink that knows only its own nodes by
 * their names: one name stands for all of Trilink's, and the property {@link #CLASS} tells which.
 */
public final class NodeOfPlan extends JsonDeserializer<ExecNode<?>> {

  /** Any node that is read so. */
  @JsonDeserialize(using = NodeOfPlan.class)
  interface Any extends ExecNode<RowData> {}

  /** The property with the name of the node's class. */
  public static final String CLASS = "class";

  @Override
  public ExecNode<?> deserialize(JsonParser plan, DeserializationContext context)
      throws IOException {
    JsonNode json = plan.readValueAsTree();
    JsonParser node = json.traverse(plan.getCodec());
    node.nextToken();
    return (ExecNode<?>)
        context
            .findContextualValueDeserializer(context.constructType(kind(json, plan)), null)
            .deserialize(node, context);
  }

  private static Class<?> kind(JsonNode json, JsonParser plan) throws JsonMappingException {
    String name = json.path(CLASS).asText();
    try {
      return Class.forName(name, false, NodeOfPlan.class.getClassLoader())
          .asSubclass(ExecNode.class);
    } catch (ClassNotFoundException | ClassCastException e) {
      throw JsonMappingException.from(
          plan, "The plan has a node of Trilink that this version does not have: " + name, e);
    }
  }
}
