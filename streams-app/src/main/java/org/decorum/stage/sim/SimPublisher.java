package org.decorum.stage.sim;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.decorum.core.rate.Micros;
import org.decorum.schema.KeyedRequest;

/** Publishes in bursts, most of them for few origins. Without faults: all at once, so that the pace can be judged. */
final class SimPublisher {

    private static final long SECOND = 1_000_000;
    private static final int BURST_MAX = 60;

    private final Agenda agenda;
    private final SplittableRandom random;
    private final SimSettings settings;
    private final List<SimOrigin> origins;
    private final Consumer<KeyedRequest> topic;
    private int published;

    SimPublisher(
            Agenda agenda,
            SplittableRandom random,
            SimSettings settings,
            List<SimOrigin> origins,
            Consumer<KeyedRequest> topic) {
        this.agenda = agenda;
        this.random = random;
        this.settings = settings;
        this.origins = origins;
        this.topic = topic;
    }

    void start() {
        boolean atOnce = settings.isFaultless();
        int left = settings.requests();
        while (left > 0) {
            int burst = Math.min(left, random.nextInt(1, BURST_MAX));
            left -= burst;
            SimOrigin favourite = anyOrigin();
            long at = agenda.nowMicros() + (atOnce ? 0 : random.nextLong(settings.chaosMicros()));
            for (int i = 0; i < burst; i++) {
                SimOrigin origin = random.nextInt(4) == 0 ? anyOrigin() : favourite;
                long spread = atOnce ? 0 : random.nextLong(SECOND);
                agenda.at(at + spread, () -> topic.accept(request(origin, atOnce)));
            }
        }
    }

    private KeyedRequest request(SimOrigin origin, boolean atOnce) {
        int number = published++;
        String site = origin.sites().get(random.nextInt(origin.sites().size()));
        long now = agenda.nowMicros();
        KeyedRequest.Builder request = KeyedRequest.newBuilder()
                .setRequestId("request-" + number)
                .setUrl("http://" + site + "/" + number)
                .setOriginKey(origin.key())
                .setSiteKey(site)
                .setPriority(random.nextInt(10))
                .setCost(random.nextInt(3) == 0 ? null : random.nextInt(3) == 0 ? random.nextInt(1, 6) : 1)
                .setKind(random.nextBoolean() ? "page" : null)
                .setReceivedAt(Micros.toInstant(now))
                .setMetadata(Map.of("number", Integer.toString(number)));
        if (!atOnce && random.nextInt(5) == 0) {
            request.setNotBefore(moment(now));
        }
        if (!atOnce && random.nextInt(5) == 0) {
            request.setDeadline(moment(now));
        }
        return request.build();
    }

    private Instant moment(long nowMicros) {
        return Micros.toInstant(nowMicros + random.nextLong(-SECOND, 40 * SECOND));
    }

    private SimOrigin anyOrigin() {
        return origins.get(random.nextInt(origins.size()));
    }
}
