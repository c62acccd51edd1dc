package org.decorum.stage.chaos;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decorum.stage.chaos.process.BrokerCluster;
import org.decorum.stage.chaos.process.Fleet;
import org.decorum.stage.chaos.process.Member;

/** Everybody who takes part: brokers, stages and fetchers, those that come later, too. */
public final class Crew {

    /** Consumer group of the fetchers. */
    public static final String FETCHERS = "chaos-fetchers";

    /** Shorter than a lease, so that what a fetcher reports is never late by itself. */
    private static final List<String> FETCH_OPTIONS =
            List.of("--ignore-robots", "--no-redirects", "--timeout=8", "--in-flight=256");

    private final BrokerCluster brokers;
    private final Fleet fleet;
    private final InetSocketAddress farm;
    private final Map<String, Object> stageSettings;
    private final List<Fleet.Stage> stages = new ArrayList<>();
    private final List<Member> fetchers = new ArrayList<>();
    private final Map<Role, Integer> size = new HashMap<>();
    private int stagesMade;
    private int fetchersMade;

    /** Nobody is started yet. */
    public Crew(
            BrokerCluster brokers,
            Fleet fleet,
            InetSocketAddress farm,
            Map<String, Object> stageSettings,
            int stages,
            int fetchers) {
        this.brokers = brokers;
        this.fleet = fleet;
        this.farm = farm;
        this.stageSettings = Map.copyOf(stageSettings);
        for (int i = 0; i < stages; i++) {
            add(Role.STAGE);
        }
        for (int i = 0; i < fetchers; i++) {
            add(Role.FETCHER);
        }
        size.put(Role.STAGE, stages);
        size.put(Role.FETCHER, fetchers);
        size.put(Role.BROKER, brokers.nodes().size());
    }

    /** One more; not started yet. */
    synchronized Member add(Role role) {
        if (role == Role.STAGE) {
            Fleet.Stage stage = fleet.stage("stage-" + ++stagesMade, stageSettings);
            stages.add(stage);
            return stage.member();
        }
        Member fetcher = fleet.fetcher("fetcher-" + ++fetchersMade, FETCHERS, farm, FETCH_OPTIONS, Map.of());
        fetchers.add(fetcher);
        return fetcher;
    }

    /** It does not come back. */
    synchronized void remove(Member member) {
        stages.removeIf(stage -> stage.member() == member);
        fetchers.remove(member);
    }

    /** Those of a role who belong to the crew, whether they are up or not. */
    public synchronized List<Member> members(Role role) {
        return switch (role) {
            case BROKER -> brokers.nodes();
            case STAGE -> stages.stream().map(Fleet.Stage::member).toList();
            case FETCHER -> List.copyOf(fetchers);
        };
    }

    /** Everybody. */
    public synchronized List<Member> members() {
        List<Member> all = new ArrayList<>();
        for (Role role : Role.values()) {
            all.addAll(members(role));
        }
        return all;
    }

    /** Where the stages answer. */
    public synchronized List<String> stageUrls() {
        return stages.stream().map(Fleet.Stage::url).toList();
    }

    /** Whether there are more of a role than at first. */
    synchronized boolean hasGrown(Role role) {
        return members(role).size() > size.getOrDefault(role, 0);
    }

    /** Whether each topic has all its copies up to date, so that a broker may go. */
    boolean isFullyReplicated() {
        return brokers.isFullyReplicated();
    }

    /** Where a stage keeps its local state. */
    static Path stateOf(Member stage) {
        return stage.directory().resolve("state");
    }
}
