package org.decorum.stage.cli.bench;

import org.decorum.stage.cli.CommandGroup;
import picocli.CommandLine.Command;

/** What can be measured. */
@Command(
        name = "bench",
        header = "Measure what the stage reaches on this machine.",
        description = {
            "",
            "Each benchmark starts what it needs, in this process and in processes of its own: a Kafka broker, the stage, "
                    + "fetchers, hosts on loopback. It prints its figures beside what they are to reach, and fails where one is missed. Other "
                    + "work on the machine shows in the figures.",
            "",
            "Each takes the settings options of the other commands; --bootstrap-servers is of no use, since the broker "
                    + "is its own.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        subcommands = {
            CycleBench.class,
            StateBench.class,
            BacklogBench.class,
            WritesBench.class,
            MemoryBench.class,
            RestoreBench.class,
            CoreBench.class,
            AdaptiveBench.class,
            FailoverBench.class,
            FloodBench.class,
            HotBench.class,
            PunctualityBench.class,
            PromptFetcherCommand.class,
            PeersBench.class,
            AllBench.class,
            ReportCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every figure is reached",
            "1:a figure is missed, or the benchmark failed",
            "2:the command line was wrong"
        },
        footer = {
            "",
            "Examples:",
            "  decorum bench cycle                        how fast, beside a bare Kafka Streams application",
            "  decorum bench state                        the same where more origins are known",
            "  decorum bench backlog                      beside a million origins that are not due",
            "  decorum bench writes                       writes of state a URL",
            "  decorum bench memory                       what origins and URLs that wait take",
            "  decorum bench restore                      start without local files, beside a bare restore",
            "  decorum bench core                         the rules alone",
            "  decorum bench adaptive                     the adaptive law, end to end",
            "  decorum bench adaptive --scenario steady --json figures.jsonl",
            "  decorum bench failover                     an instance is killed, and restarted",
            "  decorum bench flood                        a spider trap beside other origins",
            "  decorum bench hot                          one origin has most of the URLs",
            "  decorum bench punctuality                  releases and starts, held against their time",
            "  decorum bench peers                        what would be taken instead, where it is installed",
            "  decorum bench all --json all.jsonl         all of them",
            "  decorum bench report                       charts of what --json kept"
        })
public final class BenchCommand extends CommandGroup {}
