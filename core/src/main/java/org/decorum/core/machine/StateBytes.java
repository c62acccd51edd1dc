package org.decorum.core.machine;

import java.util.ArrayList;
import org.decorum.core.adaptive.Knee;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backoff.Hold;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.policy.ContentTypes;

/**
 * The bytes of an {@link OriginState}. Most times of an origin are near each other or the same: each is written as what
 * it differs by from one before it, so that a million origins at rest take little room.
 */
final class StateBytes {

    /** Before it, times were written as they are. */
    private static final int RELATIVE_SINCE = 6;

    /** Before it, each request that joined a queue was stored with its origin. */
    private static final int JOINS_SINCE = 6;

    private static final int KNEE = 1;
    private static final int COMPLETE = 2;

    private StateBytes() {}

    /** @param isComplete whether no request joins a queue without another state being stored */
    static byte[] write(OriginState state, boolean isComplete) {
        StateWriter out = new StateWriter();
        out.writeByte(OriginState.VERSION)
                .writeLong(state.epoch)
                .writeLong(state.bookings)
                .writeLong(state.unitsBooked)
                .writeLong(state.tatMicros)
                .writeLong(state.lastCost)
                .writeSince(state.tatMicros, state.lastReleaseAtMicros)
                .writeSince(state.lastReleaseAtMicros, state.seenMicros);
        state.forecast.write(out, state.tatMicros, state.lastReleaseAtMicros);
        state.hold.write(out);
        state.silence.write(out);
        out.writeLong(state.virtualTime)
                .writeSince(Transition.NEVER, state.deferredFromMicros)
                .writeLong(state.deferred);
        out.writeLong(state.lanes.size());
        state.lanes.forEach(lane -> lane.write(out, state.tatMicros, state.lastReleaseAtMicros, state.seenMicros));
        out.writeLong(state.leases.size());
        for (Lease lease : state.leases) {
            long releaseAtMicros = lease.booking().releaseAtMicros();
            out.writeSince(state.lastReleaseAtMicros, releaseAtMicros)
                    .writeLong(lease.booking().number());
            out.writeLong(lease.ticket()).writeLong(lease.cost()).writeLong(lease.lawEpoch());
            out.writeLong(lease.unitsBefore()).writeLong(lease.expectedMicros());
            if (lease.isToCache()) {
                out.writeSince(state.tatMicros, lease.tatMicros());
            }
            out.writeLong(lease.attempt())
                    .writeLong(lease.overloads())
                    .writeSince(releaseAtMicros, lease.deadlineMicros());
        }
        state.contentTypes.write(out);
        Knee knee = state.knee;
        out.writeByte((knee == null ? 0 : KNEE) | (isComplete ? COMPLETE : 0));
        if (knee != null) {
            knee.write(out);
        }
        return out.toBytes();
    }

    static OriginState read(byte[] bytes) {
        StateReader in = new StateReader(bytes);
        int version = in.readVersion("state", OriginState.OLDEST_VERSION, OriginState.VERSION);
        boolean isRelative = version >= RELATIVE_SINCE;
        long epoch = in.readLong();
        long bookings = in.readLong();
        long unitsBooked = in.readLong();
        long tatMicros = in.readLong();
        int lastCost = in.readInt();
        long tatBase = isRelative ? tatMicros : 0;
        long lastReleaseAtMicros = in.readSince(tatBase);
        long releaseBase = isRelative ? lastReleaseAtMicros : 0;
        long seenMicros = in.readSince(releaseBase);
        long seenBase = isRelative ? seenMicros : 0;
        Forecast forecast = Forecast.read(in, tatMicros, lastReleaseAtMicros);
        OriginState state = new OriginState(Hold.read(in), new ArrayList<>(1), new Leases());
        state.silence = Silence.read(in);
        state.epoch = epoch;
        state.bookings = bookings;
        state.unitsBooked = unitsBooked;
        state.tatMicros = tatMicros;
        state.lastCost = lastCost;
        state.lastReleaseAtMicros = lastReleaseAtMicros;
        state.seenMicros = seenMicros;
        state.forecast = forecast;
        state.virtualTime = in.readLong();
        state.deferredFromMicros = in.readSince(isRelative ? Transition.NEVER : 0);
        state.deferred = in.readLong();
        for (int left = in.readCount(); left > 0; left--) {
            state.lanes.add(Lane.read(in, tatBase, releaseBase, seenBase));
        }
        for (int left = in.readCount(); left > 0; left--) {
            state.leases.add(readLease(in, tatBase, releaseBase, isRelative));
        }
        state.contentTypes = ContentTypes.read(in);
        int parts = in.readByte();
        state.knee = (parts & KNEE) == 0 ? null : Knee.read(in);
        state.isCurrent = (parts & COMPLETE) != 0 || version < JOINS_SINCE;
        // Nobody looks for requests that joined behind such bytes: the next that joins is stored.
        state.joined = state.isCurrent ? OriginMachine.JOINS_MAX - 1 : 0;
        in.expectEnd();
        return state;
    }

    private static Lease readLease(StateReader in, long tatBase, long releaseBase, boolean isRelative) {
        BookingId booking = new BookingId(in.readSince(releaseBase), in.readLong());
        long ticket = in.readLong();
        int cost = in.readInt();
        int lawEpoch = in.readInt();
        long unitsBefore = in.readLong();
        long expectedMicros = in.readLong();
        return new Lease(
                booking,
                ticket,
                cost,
                lawEpoch,
                unitsBefore,
                expectedMicros,
                expectedMicros > 0 ? in.readSince(tatBase) : 0,
                in.readInt(),
                in.readInt(),
                in.readSince(isRelative ? booking.releaseAtMicros() : 0));
    }
}
