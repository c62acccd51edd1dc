package org.decorum.stage.table;

import java.nio.ByteBuffer;
import org.decorum.schema.AcceptedRecord;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one key. Immutable. A key that was deleted stays settled: an accepted record that comes late must not
 * bring it back.
 *
 * @param settled this process has seen for itself what is in force: a good record, or that there is none
 * @param good what it is, then; null for nothing
 * @param refusal the newest record, where it is bad
 * @param unread the newest record, where it cannot be judged yet
 * @param accepted what the topic beside the table says
 * @param before the good record in it; null where it has none that is still good
 * @param unreadAccepted what the topic beside the table says, where it cannot be read yet
 */
record Entry<T>(
        boolean settled,
        @Nullable Known<T> good,
        @Nullable Refusal refusal,
        @Nullable Found unread,
        @Nullable AcceptedRecord accepted,
        @Nullable Known<T> before,
        byte @Nullable [] unreadAccepted) {

    static <T> Entry<T> unknown() {
        return new Entry<>(false, null, null, null, null, null, null);
    }

    boolean isUnknown() {
        return !settled
                && good == null
                && refusal == null
                && unread == null
                && accepted == null
                && unreadAccepted == null;
    }

    Entry<T> deleted() {
        return new Entry<>(true, null, null, null, accepted, before, unreadAccepted);
    }

    Entry<T> good(Known<T> found) {
        return new Entry<>(true, found, null, null, accepted, before, unreadAccepted);
    }

    Entry<T> refused(Refusal found) {
        return new Entry<>(settled, good, found, null, accepted, before, unreadAccepted);
    }

    Entry<T> unread(Found found) {
        return new Entry<>(settled, good, null, found, accepted, before, unreadAccepted);
    }

    Entry<T> accepted(@Nullable AcceptedRecord record, @Nullable Known<T> known, byte @Nullable [] unreadBytes) {
        return new Entry<>(settled, good, refusal, unread, record, known, unreadBytes);
    }

    /** What is in force; null for nothing. */
    @Nullable
    T value(@Nullable T unjudged) {
        if (!settled && accepted == null && (unread != null || (refusal != null && unreadAccepted != null))) {
            return unjudged;
        }
        Known<T> known = inForce();
        return known == null ? null : known.value();
    }

    Target target() {
        Known<T> known = inForce();
        if (known == null && refusal == null) {
            return new Target(null, null);
        }
        AcceptedRecord.Builder record = AcceptedRecord.newBuilder();
        if (known != null) {
            record.setValue(ByteBuffer.wrap(known.bytes()));
        }
        if (refusal != null) {
            record.setRefusedPartition(refusal.partition()).setRefusedOffset(refusal.offset());
        }
        return new Target(record.build(), refusal);
    }

    private @Nullable Known<T> inForce() {
        if (settled) {
            return good;
        }
        return refusal != null || unread != null ? before : null;
    }
}
