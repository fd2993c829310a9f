/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.host.Hosts;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.demo.DemoSession;
import org.trilink.launcher.demo.Topics;
import org.trilink.launcher.local.ClusterHosts;
import org.trilink.launcher.local.ClusterOptions;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.JavaRuntime;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.SqlClientProcess;
import org.trilink.launcher.local.WorkFolder;

/**
 * A Kafka broker, Redis and a Flink session cluster for some runs. Topics have as many partitions
 * as the cluster has slots, and jobs that parallelism.
 */
public final class BenchCluster implements Submitter, AutoCloseable {

  private static final int WEB_UI_PORT = 8081;

  private final BenchmarkContext context;
  private final Hosts hosts;
  private final DemoSession session;
  private final Topics topics;
  private final ClusterServers servers;
  private final Map<Engine, SqlClientProcess> clients = new EnumMap<>(Engine.class);
  private final Set<String> warm = new HashSet<>();
  private int topicCount;
  private OptionalDouble cpuLimit = OptionalDouble.empty();
  private LinkRate linkLimit = LinkRate.UNLIMITED;

  private BenchCluster(
      BenchmarkContext context,
      Hosts hosts,
      DemoSession session,
      Topics topics,
      ClusterServers servers) {
    this.context = context;
    this.hosts = hosts;
    this.session = session;
    this.topics = topics;
    this.servers = servers;
  }

  /**
   * Starts one, and waits until it is ready.
   *
   * @param nodes how many TaskManagers
   * @param slots of each TaskManager
   * @param flink further Flink options
   */
  public static BenchCluster start(
      BenchmarkContext context, int nodes, int slots, Map<String, String> flink) {
    context
        .progress()
        .note("starting a Kafka broker, Redis and a Flink cluster of %d nodes".formatted(nodes));
    HostSupport.missing().ifPresent(context.progress()::note);
    Hosts hosts = Hosts.open(nodes);
    DemoSession session =
        DemoSession.open(context.home(), context.workFolders(), context.progress()::note);
    try {
      LocalServices services = session.services();
      services.start(options(hosts.cluster(), slots, flink, JavaRuntime.current()));
      String redis = services.startRedisInMemory().awaitAddress();
      ClusterServers servers =
          new ClusterServers(services.broker().awaitAddress(), Optional.of(redis));
      services.cluster().awaitReady();
      Topics topics = new Topics(servers.broker(), nodes * slots);
      return new BenchCluster(context, hosts, session, topics, servers);
    } catch (RuntimeException e) {
      session.close();
      hosts.close();
      throw e;
    }
  }

  private static ClusterOptions options(
      ClusterHosts hosts, int slots, Map<String, String> flink, JavaRuntime java) {
    Map<String, String> all = new HashMap<>(flink);
    all.put("parallelism.default", String.valueOf(hosts.taskManagers().size() * slots));
    // A failure is to be seen, not to be tried again for ever.
    all.put("restart-strategy", "none");
    // Many tasks, and a part of the processor: what is slow is not dead.
    all.put("akka.ask.timeout", "60 s");
    all.put("heartbeat.timeout", "180000");
    return new ClusterOptions(0, WEB_UI_PORT, slots, all, hosts, java);
  }

  /**
   * Starts a session cluster of another Flink on the same nodes, as large as this one and set like
   * it, without waiting for it.
   *
   * @param services in which it runs; closing them ends it
   * @param java has the jars of that Flink
   * @param flink further options
   */
  public void startBeside(LocalServices services, JavaRuntime java, Map<String, String> flink) {
    int slots = topics.partitions() / nodes();
    services.startCluster(options(hosts(), slots, flink, java));
  }

  /**
   * Makes a topic that no other run has or had: a broker takes its time to forget a name.
   *
   * @param base what its name begins with
   * @param settings as Kafka names them
   * @return its name
   */
  public String newTopic(String base, Map<String, String> settings) {
    String name = base + "_" + ++topicCount;
    topics.create(List.of(name), settings);
    return name;
  }

  /** Runs the job's script, by a SQL Client that stays. */
  @Override
  public String submit(SubmittedJob job) {
    return clients
        .computeIfAbsent(
            job.engine(), each -> new SqlClientProcess(services(), each, "sql-client-" + each))
        .submit(job.script().get());
  }

  /** Measures those trials that the result file does not have yet. */
  public void measure(List<Trial> trials, Function<Trial, Measurement> run) {
    context.measure(trials, run);
  }

  /**
   * Writes how many records of each key there were the time before, as placements are told it, to a
   * file, in place of an earlier one.
   *
   * @param lines of the form {@code key,records}
   */
  public Path writeKeyHistory(Stream<String> lines) {
    WorkFolder folder = services().folder();
    return folder.write(
        folder.temp().resolve("history.csv"), lines.collect(Collectors.joining("\n", "", "\n")));
  }

  /** Writes a workload's input. */
  public BenchInput fill(Workload workload, GeneratorOptions options) {
    return fill(workload, options, workload.generate(options));
  }

  /** Writes lines that were generated by these options and then changed. */
  public BenchInput fill(Workload workload, GeneratorOptions options, Iterator<byte[]> lines) {
    return BenchInput.fill(this, workload, options, lines);
  }

  /** Runs a job that does not count, so that classes are loaded and compiled. */
  public void warmUp(BenchInput input, Variant variant) {
    new EngineRun(this, input, variant).warmUp();
  }

  /** Warms up unless the variant has been on this cluster, with the same workload. */
  public void warmUpOnce(BenchInput input, Variant variant) {
    if (warm.add(input.workload().name() + ", " + variant.name())) {
      warmUp(input, variant);
    }
  }

  /** How many TaskManagers. */
  public int nodes() {
    return hosts().taskManagers().size();
  }

  /** Where its processes are. */
  public ClusterHosts hosts() {
    return hosts.cluster();
  }

  /** See {@link Hosts#limitLinks}. */
  public void limitLinks(LinkRate rate) {
    linkLimit = rate;
    hosts.limitLinks(rate);
  }

  /** See {@link Hosts#limitCpu}. */
  public void limitCpu(double cores) {
    cpuLimit = OptionalDouble.of(cores);
    hosts.limitCpu(cores);
  }

  /** See {@link Hosts#unlimitedCpu}. */
  public void unlimitedCpu() {
    cpuLimit = OptionalDouble.empty();
    hosts.unlimitedCpu();
  }

  /**
   * Lets something that does not count have all CPU time and the links' full rate; limits come into
   * force again then. Where nodes will have a quota, they share the processor evenly: without that,
   * one reads all of its partition while another starts.
   */
  public <T> T withoutLimits(Supplier<T> preparation) {
    double share = (double) Runtime.getRuntime().availableProcessors() / nodes();
    if (cpuLimit.isPresent() && share > cpuLimit.getAsDouble()) {
      hosts.limitCpu(share);
    } else {
      hosts.unlimitedCpu();
    }
    if (linkLimit.limited()) {
      hosts.limitLinks(LinkRate.UNLIMITED);
    }
    T prepared = preparation.get();
    cpuLimit.ifPresent(hosts::limitCpu);
    if (linkLimit.limited()) {
      hosts.limitLinks(linkLimit);
    }
    return prepared;
  }

  @Override
  public LocalServices services() {
    return session.services();
  }

  public Topics topics() {
    return topics;
  }

  public ClusterServers servers() {
    return servers;
  }

  /** The context of the benchmark that started the cluster. */
  public BenchmarkContext context() {
    return context;
  }

  /** To be called when nothing is left to do: the logs need not be kept. */
  public void succeeded() {
    session.succeeded(false);
  }

  @Override
  public void close() {
    topics.close();
    session.close();
    hosts.close();
  }
}
