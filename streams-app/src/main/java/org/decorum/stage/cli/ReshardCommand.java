package org.decorum.stage.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.reshard.Reshard;
import org.decorum.stage.reshard.ReshardException;
import org.decorum.stage.reshard.ReshardPlan;
import org.decorum.stage.reshard.Step;
import org.decorum.stage.runtime.LocalKafka;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gives a stage that has stopped another number of shards. */
@Command(
        name = "reshard",
        header = "Change how many shards a stage has, and so how many tasks can share its work.",
        description = {
            "",
            "Stop all stages of the application.id first; meanwhile URLs wait in crawl.requests, and nothing is released. "
                    + "All that the stage knows (budgets used, holds, leases, the backlog in its order) is copied into "
                    + "topics with as many partitions and compared; then that generation is in force, and the stages may "
                    + "start again with the same settings as before. The old generation is untouched, and stays until "
                    + "--drop-old.",
            "",
            "If it stops on the way, run it again: it goes on where it was.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum reshard --partitions 64 --dry-run       what it would do, and how long it takes",
            "  decorum reshard --partitions 64",
            "  decorum reshard --partitions 64 --embedded      with the Kafka of decorum stage --embedded",
            "  decorum reshard --abandon                       give up one that stopped on the way",
            "  decorum reshard --drop-old                      delete the old generations"
        })
final class ReshardCommand extends KafkaCommand {

    private static final int SHARDS_MAX = 10_000;

    @Option(names = "--partitions", paramLabel = "N", description = "Shards that the stage is to have; more or fewer.")
    private @Nullable Integer partitions;

    @Option(
            names = "--dry-run",
            description = "With --partitions: say what there is to copy and how long it takes, from a few seconds of "
                    + "reading. Changes nothing; the stage may run.")
    private boolean dryRun;

    @Option(names = "--abandon", description = "Give up a reshard that is not done: the stage starts again as it was.")
    private boolean abandon;

    @Option(names = "--drop-old", description = "Delete topics and groups of all generations that are not in force.")
    private boolean dropOld;

    @Option(names = "--yes", description = "With --drop-old: do not ask.")
    private boolean yes;

    @Option(
            names = "--embedded",
            description = "Run the Kafka broker of decorum stage --embedded in this process, for as long as it takes.")
    private boolean embedded;

    @Mixin
    private EmbeddedOptions embeddedOptions = new EmbeddedOptions();

    @Override
    public Integer call() throws IOException {
        check();
        if (!embedded) {
            return run(connection.clientSettings());
        }
        try (LocalKafka kafka = embeddedOptions.start(embeddedOptions.data())) {
            Map<String, Object> settings = connection.clientSettings();
            settings.put(ConnectionOptions.BOOTSTRAP_SERVERS, kafka.bootstrapServers());
            return run(settings);
        }
    }

    private void check() {
        requirePorts(embeddedOptions);
        if (Stream.of(partitions != null, abandon, dropOld)
                        .filter(chosen -> chosen)
                        .count()
                != 1) {
            throw usage("one of --partitions N, --abandon and --drop-old (expected: exactly one)");
        }
        if (partitions != null && (partitions < 1 || partitions > SHARDS_MAX)) {
            throw usage("--partitions: " + partitions + " (expected: 1 to " + SHARDS_MAX + ")");
        }
        if (dryRun && partitions == null) {
            throw usage("--dry-run (expected: together with --partitions)");
        }
        if (yes && !dropOld) {
            throw usage("--yes (expected: together with --drop-old)");
        }
    }

    private int run(Map<String, Object> settings) throws IOException {
        String baseId = String.valueOf(
                KafkaDefaults.under(stageConfig().kafkaSettings()).get(StreamsConfig.APPLICATION_ID_CONFIG));
        try (ProgressLine progress =
                        new ProgressLine(out(), Terminal.ofThisProcess().stdout());
                Reshard reshard = new Reshard(settings, baseId, (step, what) -> tell(progress, step, what))) {
            if (dropOld) {
                return dropOld(reshard);
            }
            if (partitions == null) {
                say(reshard.abandon() + " is in force, as before: start the stage");
                return ExitCode.OK;
            }
            return dryRun ? plan(reshard, partitions) : reshard(reshard, partitions);
        } catch (ReshardException impossible) {
            throw new CliException(String.valueOf(impossible.getMessage()), impossible);
        }
    }

    private int plan(Reshard reshard, int shards) {
        if (isDone(reshard, shards)) {
            return ExitCode.OK;
        }
        ReshardPlan plan = reshard.plan(shards);
        plan.lines().forEach(this::say);
        return ExitCode.OK;
    }

    private int reshard(Reshard reshard, int shards) {
        if (isDone(reshard, shards)) {
            return ExitCode.OK;
        }
        long began = System.nanoTime();
        reshard.to(shards);
        say("done in " + (System.nanoTime() - began) / 1_000_000_000 + " s: start the stages again. The old generation "
                + "takes disk until decorum reshard --drop-old");
        return ExitCode.OK;
    }

    private boolean isDone(Reshard reshard, int shards) {
        var present = reshard.present();
        boolean isDone = present.building().isEmpty() && present.inForce().shards() == shards;
        if (isDone) {
            say("nothing to do: " + present.inForce() + " is in force");
        }
        return isDone;
    }

    private int dropOld(Reshard reshard) throws IOException {
        List<Generation> old = reshard.old();
        if (old.isEmpty()) {
            say("there is no old generation");
            return ExitCode.OK;
        }
        say("in force: " + reshard.present().inForce());
        old.forEach(generation -> say("delete topics and groups of " + generation));
        if (!yes && !isConfirmed()) {
            say("nothing was deleted");
            return ExitCode.FAILED;
        }
        old.forEach(reshard::drop);
        say("deleted. The stores of an old generation are directories of its application id in state.dir, on each "
                + "machine that a stage ran on");
        return ExitCode.OK;
    }

    private boolean isConfirmed() throws IOException {
        if (!Confirmation.canBeAskedFor()) {
            throw usage("there is no terminal to ask on (expected: --yes)");
        }
        return Confirmation.ask(out(), "Delete this? [y/N] ");
    }

    private void tell(ProgressLine progress, Step step, String what) {
        if (step == Step.COPIED_SOME) {
            progress.show(() -> what);
        } else {
            progress.close();
            say(what);
        }
    }

    private void say(String text) {
        out().println(text);
        out().flush();
    }
}
