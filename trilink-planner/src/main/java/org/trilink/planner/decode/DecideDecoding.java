/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.trilink.planner.decision.GoverningHints;
import org.trilink.planner.decision.HintCarrier;
import org.trilink.planner.decision.HintLevel;
import org.trilink.planner.decision.HintReport;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.decision.HintUse;
import org.trilink.planner.decision.LeafHints;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.decision.StrictHints;
import org.trilink.planner.decision.UnresolvedHints;
import org.trilink.planner.flink.FlinkTables;
import org.trilink.planner.hint.Decoding;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.Origin;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KafkaTable;

/** Decides how the messages of each table are decoded. */
public final class DecideDecoding {

  private final HintScope scope;
  private final HintOptions session;
  private final Map<HintUse, Set<String>> obstacles = new HashMap<>();

  public DecideDecoding(HintScope scope, HintOptions session) {
    this.scope = scope;
    this.session = session;
  }

  /**
   * Marks what the hints in force for each table say of its decoding as handled. A table that Flink
   * decodes in any case can only refuse another decoding.
   */
  public void markHandled(RelNode rel, UnresolvedHints open) {
    if (rel instanceof StreamPhysicalTableSourceScan) {
      String obstacle = obstacle((StreamPhysicalTableSourceScan) rel);
      for (HintUse use : uses(rel)) {
        if (obstacle != null && asksForStock(use)) {
          obstacles.computeIfAbsent(use, any -> new LinkedHashSet<>()).add(obstacle);
        } else {
          open.markHandled(Collections.singleton(use), HintSubject.DECODE);
        }
      }
    }
    rel.getInputs().forEach(input -> markHandled(input, open));
  }

  private static boolean asksForStock(HintUse use) {
    return use.options().get(TrilinkOptions.DECODE).filter(Decoding.STOCK::equals).isPresent();
  }

  /** Why a hint that no table has handled has no effect. */
  public String reasonWithoutEffect(HintUse use) {
    Set<String> ofTables = obstacles.getOrDefault(use, Collections.emptySet());
    return ofTables.isEmpty()
        ? "it applies to no table whose rows are decoded; write it behind the table in FROM"
        : "Flink decodes the messages anyway, because " + String.join(", and ", ofTables);
  }

  /** The finished plan, with the decoding of each table above its scan. */
  public RelNode decide(RelNode root) {
    return decide(root, Collections.emptyList());
  }

  private RelNode decide(RelNode rel, List<RelNode> above) {
    if (rel instanceof StreamPhysicalTableSourceScan) {
      return decide((StreamPhysicalTableSourceScan) rel, above);
    }
    List<RelNode> aboveInputs = new ArrayList<>();
    aboveInputs.add(rel);
    aboveInputs.addAll(above);
    return Plans.mapInputs(rel, input -> decide(input, aboveInputs));
  }

  /**
   * Decides for a scan.
   *
   * @param above the nodes above, the nearest first
   */
  private RelNode decide(StreamPhysicalTableSourceScan scan, List<RelNode> above) {
    ResolvedOptions options = options(scan);
    String obstacle = obstacle(scan);
    if (obstacle == null) {
      return options.get(TrilinkOptions.DECODE) == Decoding.STOCK
          ? decodedByFlink(scan)
          : new StreamPhysicalDecode(
              scan,
              DecodedColumns.of(scan, table(scan), format(scan).get(), above),
              options.describe(TrilinkOptions.DECODE));
    }
    if (options.get(TrilinkOptions.DECODE) == Decoding.STOCK) {
      return scan;
    }
    Origin origin = options.origin(TrilinkOptions.DECODE);
    return origin == Origin.QUERY_HINT || origin == Origin.TABLE_HINT
        ? HintReport.warn(scan, StrictHints.refuse("decode=projected", obstacle, options).refusal())
        : scan;
  }

  /**
   * Marks a scan that Flink decodes. It must not be merged with a scan of the same table that is
   * decoded in the other way: columns that only this one reads would be NULL.
   */
  private static RelNode decodedByFlink(StreamPhysicalTableSourceScan scan) {
    return HintCarrier.keep(
        scan, TrilinkOptions.DECODE.name(), TrilinkOptions.DECODE.show(Decoding.STOCK));
  }

  /** Why the table's messages are left to Flink, null if they need not be. */
  @Nullable
  private static String obstacle(StreamPhysicalTableSourceScan scan) {
    KafkaTable table = table(scan);
    if (!table.isKafka() || table.isUpsert()) {
      return "table " + table + " is not read by the connector 'kafka'";
    }
    Optional<DecodedFormat> format = format(scan);
    return format.isPresent()
        ? format.get().obstacle(table, source(scan).tableSource())
        : String.format(
            "table %s is in the format '%s'; only the formats %s support the decoding of single"
                + " columns",
            table, table.valueFormat(), DecodedFormats.names());
  }

  private static Optional<DecodedFormat> format(StreamPhysicalTableSourceScan scan) {
    return DecodedFormats.named(table(scan).valueFormat());
  }

  private static KafkaTable table(StreamPhysicalTableSourceScan scan) {
    TableSourceTable source = source(scan);
    return new KafkaTable(FlinkTables.name(source), FlinkTables.table(source));
  }

  private static TableSourceTable source(StreamPhysicalTableSourceScan scan) {
    return scan.getTable().unwrap(TableSourceTable.class);
  }

  private ResolvedOptions options(RelNode scan) {
    LeafHints hints = HintCarrier.read(scan, scope);
    return hints == null
        ? new ResolvedOptions(HintOptions.EMPTY, HintOptions.EMPTY, session)
        : new ResolvedOptions(
            GoverningHints.merge(ofQueries(hints)),
            GoverningHints.merge(hints.tableHints()),
            session);
  }

  private Collection<HintUse> uses(RelNode scan) {
    Set<HintUse> uses = new LinkedHashSet<>();
    LeafHints hints = HintCarrier.read(scan, scope);
    if (hints != null) {
      uses.addAll(ofQueries(hints));
      uses.addAll(hints.tableHints());
    }
    return uses;
  }

  /** The hints of the queries around the table, the innermost first. */
  private static List<HintUse> ofQueries(LeafHints hints) {
    return hints.queryHints(HintLevel.TABLE).get(0);
  }
}
