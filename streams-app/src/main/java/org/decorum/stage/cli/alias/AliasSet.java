package org.decorum.stage.cli.alias;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.decorum.core.origin.AliasRule;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginAlias;
import org.decorum.wire.Decoded;
import org.decorum.wire.RecordJson;
import org.decorum.wire.input.AliasDecoder;
import org.decorum.wire.registry.LocalRegistry;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts one alias in force. */
@Command(
        name = "set",
        header = "Let an origin pay for a host, or for all below a name.",
        description = {"", "Takes the place of what was said of HOST before.", ""},
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum alias set a.example g --by ops --evidence 'one server room'",
            "  decorum alias set '*.blogs.example' blogs.example --confidence 0.9",
            "  decorum alias set own.blogs.example own.blogs.example",
            "      the host itself takes it out of the wider pattern"
        })
final class AliasSet extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "HOST", description = "A host, or '*.example.com' for all below it.")
    private String host = "";

    @Parameters(index = "1", paramLabel = "ORIGIN", description = "A host, a bucket, or a name for a group.")
    private String origin = "";

    @Option(names = "--by", paramLabel = "NAME", description = "Who decided it. Default: you, $${sys:user.name}.")
    private String by = System.getProperty("user.name");

    @Option(names = "--evidence", paramLabel = "TEXT", description = "What it rests on.")
    private @Nullable String evidence;

    @Option(
            names = "--confidence",
            paramLabel = "N",
            description = "0 to 1, for people; the alias applies whatever it is. Default: 1.")
    private double confidence = 1;

    private AliasRule.Usable rule = new AliasRule.Usable("", "");
    private OriginAlias alias = new OriginAlias();

    @Override
    void check(OriginKeyer keyer) {
        AliasRule read = AliasRule.of(host, origin, keyer);
        if (read instanceof AliasRule.Unusable unusable) {
            throw usage(unusable.detail());
        }
        rule = (AliasRule.Usable) read;
        alias = new AliasLine(rule.key(), rule.originKey(), by, confidence, evidence).alias(now());
        byte[] asTheStageReadsIt = RecordJson.toJson(alias).getBytes(StandardCharsets.UTF_8);
        if (new AliasDecoder(LocalRegistry.inMemory()).decode(asTheStageReadsIt)
                instanceof Decoded.Failed<OriginAlias> failed) {
            throw usage(failed.detail());
        }
    }

    @Override
    int run(AliasTable table) {
        return change(table, rule.key(), Optional.of(alias));
    }
}
