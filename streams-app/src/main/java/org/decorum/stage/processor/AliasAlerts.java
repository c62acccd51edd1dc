package org.decorum.stage.processor;

import org.decorum.core.rate.Micros;
import org.decorum.schema.AlertKind;
import org.decorum.schema.CrawlAlert;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.table.KeyChanges;
import org.decorum.stage.table.Shard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of aliases that are refused beside the others, for the keys of one shard: of each record once in a process.
 * Whether it is refused may change with every other alias, so nothing is written down of it.
 */
final class AliasAlerts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AliasAlerts.class);

    /** Most keys that one call looks at; the others wait. */
    private static final int KEYS_MAX = 200;

    private final AliasBook aliases;
    private final Shard shard;
    private final Outlet outlet;
    private final StageMeters meters;
    private final KeyChanges.Reader refusals;

    AliasAlerts(AliasBook aliases, Shard shard, Outlet outlet, StageMeters meters) {
        this.aliases = aliases;
        this.shard = shard;
        this.outlet = outlet;
        this.meters = meters;
        this.refusals = aliases.refusalReader();
    }

    void tell(long nowMicros) {
        refusals.someChanges(KEYS_MAX, key -> {
            if (shard.owns(key)) {
                aliases.takeRefusal(key).ifPresent(reason -> alert(key, reason, nowMicros));
            }
        });
    }

    private void alert(String key, String reason, long nowMicros) {
        LOG.warn("The alias of {} has no effect: {}", key, reason);
        outlet.alert(new CrawlAlert(key, AlertKind.ALIAS_REFUSED, reason, Micros.toInstant(nowMicros)));
        meters.alerted(AlertKind.ALIAS_REFUSED);
    }

    @Override
    public void close() {
        refusals.close();
    }
}
