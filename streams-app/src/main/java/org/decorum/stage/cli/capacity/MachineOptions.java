package org.decorum.stage.cli.capacity;

import org.decorum.core.capacity.Machine;
import org.decorum.core.capacity.Prices;
import org.decorum.stage.cli.policy.Span;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What an instance runs on, how far it may be filled, and what that costs. */
final class MachineOptions {

    private static final double PERCENT = 100;
    private static final double SECOND = 1e6;

    @Option(
            names = "--cores",
            paramLabel = "N",
            defaultValue = "4",
            description = "Of an instance. Default: ${DEFAULT-VALUE}.")
    private int cores;

    @Option(names = "--threads", paramLabel = "N", description = "Stream threads of an instance. Default: its cores.")
    private @Nullable Integer threads;

    @Option(
            names = "--memory",
            paramLabel = "BYTES",
            defaultValue = "16G",
            converter = Amount.Converter.class,
            description = "Of an instance. Default: ${DEFAULT-VALUE}.")
    private Amount memory = new Amount(0);

    @Option(
            names = "--disk",
            paramLabel = "BYTES",
            defaultValue = "0",
            converter = Amount.Converter.class,
            description = "Of an instance; 0 for as much as it needs. Default: ${DEFAULT-VALUE}.")
    private Amount disk = new Amount(0);

    @Option(
            names = "--cpu-max",
            paramLabel = "PERCENT",
            defaultValue = "70",
            description = "Of an instance's CPU, and the brokers', that may be used. Default: ${DEFAULT-VALUE}.")
    private double cpuMax;

    @Option(
            names = "--thread-max",
            paramLabel = "PERCENT",
            defaultValue = "90",
            description = "Of what a stream thread was seen to do. Default: ${DEFAULT-VALUE}.")
    private double threadMax;

    @Option(
            names = "--disk-max",
            paramLabel = "PERCENT",
            defaultValue = "50",
            description = "Of a disk that may be full: compactions need room. Default: ${DEFAULT-VALUE}.")
    private double diskMax;

    @Option(
            names = "--restore-max",
            paramLabel = "SPAN",
            converter = Span.Converter.class,
            description = "In which an instance with an empty disk has to be restored. Default: as long as it takes.")
    private @Nullable Span restoreMax;

    @Option(
            names = "--price-core-hour",
            paramLabel = "PRICE",
            defaultValue = "0",
            description = "What you pay for a core, stage and brokers alike. Without prices no costs are told.")
    private double coreHour;

    @Option(
            names = "--price-memory-gb-hour",
            paramLabel = "PRICE",
            defaultValue = "0",
            description = "For a GB of an instance's memory, where it is paid for by itself.")
    private double memoryGbHour;

    @Option(
            names = "--price-disk-gb-month",
            paramLabel = "PRICE",
            defaultValue = "0",
            description = "For a GB of disk, stage and brokers alike.")
    private double diskGbMonth;

    Machine machine() {
        return new Machine(
                cores,
                threads == null ? cores : threads,
                memory.value(),
                disk.value(),
                cpuMax / PERCENT,
                threadMax / PERCENT,
                diskMax / PERCENT,
                restoreMax == null ? 0 : restoreMax.micros() / SECOND);
    }

    Prices prices() {
        return new Prices(coreHour, memoryGbHour, diskGbMonth);
    }
}
