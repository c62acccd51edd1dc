package org.decorum.stage.sim;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.Timing;
import org.decorum.core.origin.Aliases;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginHold;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.processor.Fleet;
import org.decorum.stage.processor.OriginTask;
import org.decorum.stage.processor.Outlet;
import org.decorum.stage.processor.TaskTally;
import org.decorum.stage.store.StoreNames;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.PolicyDecoder;
import org.decorum.wire.registry.SchemaRegistries;
import org.jspecify.annotations.Nullable;

/** A task in virtual time with the policies of {@link FrozenStores}: what was frozen comes of it, and goes on in it. */
final class FrozenWorld implements Outlet {

    static final long START = 1_767_225_600_000_000L;
    private static final long TICK_MICROS = 10_000;

    final List<CrawlRelease> releases = new ArrayList<>();
    final List<CrawlRejected> rejected = new ArrayList<>();
    final ShardState state;
    private final OriginTask task;
    private long now;
    private long offset;

    FrozenWorld(ShardState state, long now) {
        this.state = state;
        this.now = now;
        PolicyBook book = new PolicyBook(Policy.POLITE);
        FrozenStores.POLICIES.forEach((key, json) -> book.set(key, policy(json)));
        task = new OriginTask(
                new OriginMachine(Timing.ofLead(250_000)),
                book,
                Aliases.NONE,
                state.stores(),
                this,
                new NoMeters(),
                new TaskTally(),
                Fleet.unlimited());
        task.restore(0);
    }

    long now() {
        return now;
    }

    void passTo(long micros) {
        while (now < micros) {
            now = Math.min(micros, now + TICK_MICROS);
            task.tick(now, () -> true);
        }
    }

    void request(String siteKey, String path, BiConsumer<KeyedRequest.Builder, Long> more) {
        String originKey = siteKey.startsWith("www.") ? siteKey.substring(4) : siteKey;
        KeyedRequest.Builder request = KeyedRequest.newBuilder()
                .setRequestId(siteKey + "/" + path)
                .setUrl("http://" + siteKey + "/" + path)
                .setOriginKey(originKey)
                .setSiteKey(siteKey)
                .setReceivedAt(Micros.toInstant(now))
                .setMetadata(Map.of("who", "the previous release"));
        more.accept(request, now);
        task.request(request.build(), offset++, now);
    }

    void report(String originKey, @Nullable String bookingId, FetchFeedback.Builder feedback) {
        task.feedback(feedback.setOriginKey(originKey).setBookingId(bookingId).build(), now);
    }

    void fetched(CrawlRelease release) {
        report(
                release.getOriginKey(),
                release.getBookingId(),
                FetchFeedback.newBuilder()
                        .setSiteKey(release.getSiteKey())
                        .setOutcome(FetchOutcome.FETCHED)
                        .setStatus(200)
                        .setStartedAt(release.getReleaseAt())
                        .setFinishedAt(release.getReleaseAt().plusMillis(50)));
    }

    OriginState origin(String originKey) {
        return Objects.requireNonNull(state.origins.get(originKey), originKey);
    }

    List<CrawlRelease> releasesOf(String originKey) {
        return releases.stream()
                .filter(release -> release.getOriginKey().equals(originKey))
                .toList();
    }

    /** All that the stores hold, as a changelog has it. */
    List<FrozenStores> frozen() {
        List<FrozenStores> rows = new ArrayList<>();
        addRows(rows, StoreNames.ORIGINS, state.origins.dump());
        addRows(rows, StoreNames.BACKLOG, state.backlog.dump());
        addRows(rows, StoreNames.DEFERRED, state.deferred.dump());
        return rows;
    }

    private static void addRows(List<FrozenStores> rows, String store, List<byte[]> dump) {
        for (int i = 0; i < dump.size(); i += 2) {
            rows.add(new FrozenStores(store, dump.get(i), dump.get(i + 1)));
        }
    }

    private static OriginPolicy policy(String json) {
        return ((Decoded.Ok<OriginPolicy>) new PolicyDecoder(SchemaRegistries.of("mock://frozen"))
                        .decode(json.getBytes(StandardCharsets.UTF_8)))
                .value();
    }

    @Override
    public void release(CrawlRelease release) {
        releases.add(release);
    }

    @Override
    public void rejected(CrawlRejected one) {
        rejected.add(one);
    }

    @Override
    public void parked(String originKey, CrawlRequest request) {}

    @Override
    public void decision(CrawlDecision decision) {}

    @Override
    public void hold(String originKey, @Nullable OriginHold hold) {}

    @Override
    public void alert(CrawlAlert alert) {}

    @Override
    public void move(String originKey, SpecificRecord record) {}
}
