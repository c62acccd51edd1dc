package org.decorum.stage.cli;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.GroupState;

/** The consumer group of fetchers, seen from outside. */
public final class FetchGroup {

    private FetchGroup() {}

    /** Whether so many fetchers have shared out all partitions of the releases. */
    public static boolean hasSettled(Admin admin, String group, int members, int releasePartitions) {
        try {
            ConsumerGroupDescription found =
                    admin.describeConsumerGroups(List.of(group)).all().get().get(group);
            return found != null
                    && found.groupState() == GroupState.STABLE
                    && found.members().size() == members
                    && found.members().stream()
                                    .mapToInt(member -> member.assignment()
                                            .topicPartitions()
                                            .size())
                                    .sum()
                            == releasePartitions;
        } catch (ExecutionException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
