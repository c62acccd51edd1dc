package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.decorum.stage.cli.Decorum;
import org.decorum.stage.cli.Terminal;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.FeedbackDecoder;
import org.decorum.wire.registry.SchemaRegistries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {

    @Test
    void everyProgramCompiles(@TempDir Path classes) {
        List<JavaFileObject> sources = new ArrayList<>();
        Readme.blocks("java").forEach(block -> sources.add(source(block)));
        assertThat(sources).hasSize(2);

        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        List<String> options = List.of(
                "-cp", System.getProperty("java.class.path"), "-d", classes.toString(), "-Xlint:all,-path,-processing");
        boolean compiled =
                compiler.getTask(complaints, null, null, options, null, sources).call();
        assertThat(complaints.toString()).isEmpty();
        assertThat(compiled).isTrue();
    }

    @Test
    void everyReportIsOneThatTheStageReads() {
        FeedbackDecoder decoder = new FeedbackDecoder(SchemaRegistries.of("mock://readme"));
        List<String> reports = Readme.blocks("json");
        assertThat(reports)
                .hasSize(2)
                .allSatisfy(report -> assertThat(decoder.decode(report.getBytes(StandardCharsets.UTF_8)))
                        .isInstanceOf(Decoded.Ok.class));
    }

    @Test
    void everyCommandOfOursParses() {
        List<ShellCommand> ours = Readme.commands().stream()
                .filter(command -> command.program().equals("./decorum"))
                .toList();
        assertThat(ours)
                .hasSizeGreaterThan(5)
                .allSatisfy(command ->
                        Decorum.commandLine(new Terminal(false, false, false)).parseArgs(command.arguments()));
    }

    @Test
    void theDefaultsInTheTableOfSettingsAreThoseOfTheReference() {
        String reference = Repository.read("topology-docs/config.md");
        assertThat(reference)
                .contains("`decorum.default.interval.ms` | long | `5000`")
                .contains("`decorum.lead.ms` | long | `250`")
                .contains("`decorum.shards` | int | `32`")
                .contains("`decorum.rocksdb.memory.bytes` | long | `" + (128 << 20) + "`")
                .contains("`decorum.http.host` | string | `127.0.0.1`")
                .contains("`decorum.http.port` | int | `8080`")
                .contains("`processing.guarantee` | `exactly_once_v2`")
                .contains("`commit.interval.ms` | `50`");
    }

    private static JavaFileObject source(String block) {
        String name = Readme.find("class (\\w+)", block);
        URI uri = URI.create(String.format(Locale.ROOT, "string:///%s.java", name));
        return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return block;
            }
        };
    }
}
