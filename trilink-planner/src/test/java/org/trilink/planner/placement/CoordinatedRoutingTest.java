/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestHandler;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.operations.ModifyOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.flink.CoordinatorContext;
import org.trilink.planner.flink.JsonPlans;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.runtime.placement.control.ControlAnswer;
import org.trilink.runtime.placement.control.ControlRequest;

/** The coordinators of a job whose keys may be moved. */
class CoordinatedRoutingTest {

  private static final String SUBTASKS = "table.exec.resource.default-parallelism";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static String jsonPlan(String insert) {
    StreamTableEnvironmentImpl tables = (StreamTableEnvironmentImpl) planner.tables();
    ModifyOperation operation = (ModifyOperation) tables.getParser().parse(insert).get(0);
    return JsonPlans.write(tables, Collections.singletonList(operation));
  }

  private static Transformation<?> read(String jsonPlan) {
    return JsonPlans.translate(planner.tables(), jsonPlan).get(0);
  }

  /** The status that the monitor of a job reports before the job is started. */
  private static JsonNode status(Transformation<?> sink, int parallelism) throws Exception {
    List<OperatorCoordinator> coordinators = new ArrayList<>();
    List<Transformation<?>> operators = new ArrayList<>(sink.getTransitivePredecessors());
    Collections.reverse(operators); // a JobMaster begins with the sources
    for (Transformation<?> operator : operators) {
      if (operator instanceof OneInputTransformation<?, ?> one
          && one.getOperatorFactory() instanceof CoordinatedOperatorFactory<?> factory) {
        OperatorID id = new OperatorID();
        coordinators.add(
            factory
                .getCoordinatorProvider(operator.getName(), id)
                .create(new Context(id, parallelism)));
      }
    }
    try {
      CoordinationRequestHandler keyed =
          coordinators.stream()
              .filter(CoordinationRequestHandler.class::isInstance)
              .map(CoordinationRequestHandler.class::cast)
              .findFirst()
              .orElseThrow();
      ControlAnswer answer =
          (ControlAnswer)
              keyed.handleCoordinationRequest(new ControlRequest("{\"status\": true}")).get();
      return new ObjectMapper().readTree(answer.json());
    } finally {
      for (OperatorCoordinator coordinator : coordinators) {
        coordinator.close();
      }
    }
  }

  private record Context(OperatorID getOperatorId, int currentParallelism)
      implements CoordinatorContext {

    @Override
    public void failJob(Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public ClassLoader getUserCodeClassloader() {
      return CoordinatedRoutingTest.class.getClassLoader();
    }
  }

  /** It need not run with as many subtasks as when it was written. */
  @Test
  void aPlanThatIsReadBackEvensOutTheLoadOfTheSubtasksOfThen() throws Exception {
    planner.set(SUBTASKS, "4");
    String plan =
        jsonPlan(
            "INSERT INTO s SELECT /*+ TRILINK('partition'='auto') */ k, COUNT(*) FROM t GROUP BY"
                + " k, TUMBLE(ts, INTERVAL '10' SECOND)");
    assertThat(status(read(plan), 4).path("loads")).hasSize(4);

    planner.set(SUBTASKS, "2");
    JsonNode status = status(read(plan), 2);
    assertThat(status.path("loads")).hasSize(2);
    assertThat(status.path("obstacle").asText()).isEqualTo("not all subtasks are running");
  }
}
