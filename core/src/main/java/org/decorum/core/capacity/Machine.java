package org.decorum.core.capacity;

/**
 * What an instance runs on, and how far it may be filled. The shares hold after as many instances have failed as
 * {@link Layout#failures} says.
 *
 * @param cores of the kind that the coefficients were measured on
 * @param threads stream threads
 * @param diskBytes 0 for as much as is needed
 * @param cpuShareMax of the cores' time
 * @param threadShareMax of what a stream thread was seen to do
 * @param diskShareMax of a disk; compactions need room
 * @param restoreSecondsMax for an instance that comes with an empty disk; 0 for as long as it takes
 */
public record Machine(
        int cores,
        int threads,
        double memoryBytes,
        double diskBytes,
        double cpuShareMax,
        double threadShareMax,
        double diskShareMax,
        double restoreSecondsMax) {

    public Machine {
        Checks.within("cores", cores, 1, 1_024);
        Checks.within("threads", threads, 1, 1_024);
        Checks.positive("memory_bytes", memoryBytes);
        Checks.atLeast("disk_bytes", diskBytes, 0);
        Checks.within("cpu_share_max", cpuShareMax, 0.01, 1);
        Checks.within("thread_share_max", threadShareMax, 0.01, 1);
        Checks.within("disk_share_max", diskShareMax, 0.01, 1);
        Checks.atLeast("restore_seconds_max", restoreSecondsMax, 0);
    }
}
