package org.decorum.stage.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.decorum.stage.cli.alias.AliasCommand;
import org.decorum.stage.cli.bench.BenchCommand;
import org.decorum.stage.cli.capacity.CapacityCommand;
import org.decorum.stage.cli.chaos.ChaosCommand;
import org.decorum.stage.cli.demo.DemoCommand;
import org.decorum.stage.cli.parked.ParkedCommand;
import org.decorum.stage.cli.policy.PolicyCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root of the command line: parses, runs one command, and turns its outcome into an exit code. */
@Command(
        name = "decorum",
        header = "Keeps a whole crawler fleet polite: no origin is asked more often than its budget allows.",
        description = {
            "",
            "Publishers put URLs on a Kafka topic. The stage releases each one at a time when its origin may be asked "
                    + "again. Fetchers fetch what is released and report what came back.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            DemoCommand.class,
            StageCommand.class,
            PublishCommand.class,
            FetchCommand.class,
            ReleasesCommand.class,
            PolicyCommand.class,
            AliasCommand.class,
            ParkedCommand.class,
            TopicsCommand.class,
            ReshardCommand.class,
            ExplainCommand.class,
            CapacityCommand.class,
            BenchCommand.class,
            ChaosCommand.class,
            BrokerCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the job failed", "2:the command line was wrong"},
        footer = {"", "Start here:", "  decorum COMMAND --help            what a command does, with examples"})
public final class Decorum extends CommandGroup {
    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Log more, and show where a failure happened. Repeat for more: -vv, -vvv.")
    private boolean[] verbose = {};

    public static void main(String[] arguments) {
        // Where max.task.idle.ms is not -1, Kafka Streams formats a number for each record, which costs several times
        // as much in any other locale.
        Locale.setDefault(Locale.US);
        ParentWatch.start();
        System.exit(commandLine(Terminal.ofThisProcess()).execute(arguments));
    }

    /** The whole command line, ready to execute. */
    public static CommandLine commandLine(Terminal terminal) {
        Decorum root = new Decorum();
        return new CommandLine(root)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(terminal.stdout())
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.colour() ? Ansi.ON : Ansi.OFF))
                .setExecutionStrategy(root::run)
                .setParameterExceptionHandler(Decorum::onUsageError)
                .setExecutionExceptionHandler(root::onFailure);
    }

    private int run(ParseResult parsed) {
        Logging.verbosity(verbose.length);
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        if (last.commandSpec().userObject() instanceof KafkaCommand kafka && !last.isUsageHelpRequested()) {
            kafka.connection.problem().ifPresent(problem -> {
                throw new ParameterException(kafka.commandLine(), problem);
            });
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int onUsageError(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(command.getColorScheme().errorText("decorum: " + error.getMessage()));
        UnmatchedArgumentException.printSuggestions(error, err);
        err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    /** Settings that cannot be read are what failed, then, and name no brokers. */
    private static String brokers(CommandLine command) {
        try {
            return command.getCommand() instanceof KafkaCommand kafka ? kafka.connection.bootstrapServers() : "";
        } catch (CliException unreadable) {
            return "";
        }
    }

    private int onFailure(Exception failure, CommandLine command, ParseResult parsed) {
        command.getErr()
                .println(
                        command.getColorScheme().errorText("decorum: " + Failures.describe(failure, brokers(command))));
        if (verbose.length > 0) {
            failure.printStackTrace(command.getErr());
        }
        return Failures.exitCode(failure);
    }
}
