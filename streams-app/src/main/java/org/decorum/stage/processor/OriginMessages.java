package org.decorum.stage.processor;

import java.nio.ByteBuffer;
import org.decorum.core.backlog.LaneMemory;
import org.decorum.core.backlog.LaneQueue;
import org.decorum.core.machine.LaneMessage;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginMessage;
import org.decorum.schema.OriginMessageKind;
import org.jspecify.annotations.Nullable;

/** What origins say and send to each other, as records and back. */
final class OriginMessages {

    private OriginMessages() {}

    static OriginMessage record(String to, LaneMessage message) {
        OriginMessage.Builder record =
                OriginMessage.newBuilder().setOriginKey(to).setSiteKey(message.siteKey());
        if (message instanceof LaneMessage.Claim claim) {
            record.setKind(OriginMessageKind.CLAIM).setOtherKey(claim.by()).setTerm(claim.question());
        } else if (message instanceof LaneMessage.Deny deny) {
            record.setKind(OriginMessageKind.DENY).setOtherKey(deny.owner()).setTerm(deny.question());
        } else if (message instanceof LaneMessage.Yield yielding) {
            record.setKind(OriginMessageKind.YIELD)
                    .setOtherKey(yielding.to())
                    .setTerm(yielding.term())
                    .setNextTerm(yielding.nextTerm());
        } else if (message instanceof LaneMessage.Grant grant) {
            record.setKind(OriginMessageKind.GRANT).setTerm(grant.term()).setMemory(bytes(grant.memory()));
        } else if (message instanceof LaneMessage.Taken taken) {
            record.setKind(OriginMessageKind.TAKEN).setTerm(taken.term());
        } else if (message instanceof LaneMessage.Surrender surrender) {
            record.setKind(OriginMessageKind.SURRENDER)
                    .setTerm(surrender.term())
                    .setMemory(bytes(surrender.memory()));
        } else if (message instanceof LaneMessage.News news) {
            record.setKind(OriginMessageKind.NEWS).setMemory(bytes(news.memory()));
        }
        return record.build();
    }

    static LaneMessage message(OriginMessage record) {
        String siteKey = record.getSiteKey();
        String other = String.valueOf(record.getOtherKey());
        return switch (record.getKind()) {
            case CLAIM -> new LaneMessage.Claim(siteKey, other, record.getTerm());
            case DENY -> new LaneMessage.Deny(siteKey, other, record.getTerm());
            case YIELD -> new LaneMessage.Yield(siteKey, record.getTerm(), other, record.getNextTerm());
            case GRANT -> new LaneMessage.Grant(siteKey, record.getTerm(), memory(record));
            case TAKEN -> new LaneMessage.Taken(siteKey, record.getTerm());
            case SURRENDER -> new LaneMessage.Surrender(siteKey, record.getTerm(), memory(record));
            case NEWS -> new LaneMessage.News(siteKey, memory(record));
        };
    }

    /** A request that goes on to another origin, with what it has behind it. */
    static KeyedRequest moved(KeyedRequest request, String to, LaneQueue.Entry entry) {
        LaneQueue.Entry sum = entry.after(Payloads.waiting(request));
        return KeyedRequest.newBuilder(request)
                .setOriginKey(to)
                .setAliased(!to.equals(request.getSiteKey()))
                .setAttempt(sum.attempt())
                .setOverloads(sum.overloads())
                .setMovedFrom(request.getOriginKey())
                .build();
    }

    private static ByteBuffer bytes(LaneMemory memory) {
        return ByteBuffer.wrap(memory.toBytes());
    }

    private static LaneMemory memory(OriginMessage record) {
        @Nullable ByteBuffer buffer = record.getMemory();
        if (buffer == null) {
            throw new IllegalArgumentException(record.getKind() + " of " + record.getSiteKey() + " without memory");
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return LaneMemory.fromBytes(bytes);
    }
}
