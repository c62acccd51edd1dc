package org.decorum.stage.cli.alias;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.decorum.core.origin.AliasMap;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginAlias;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.InputFile;
import org.decorum.stage.processor.AliasBook;
import org.decorum.stage.processor.AliasReader;
import org.decorum.wire.Decoded;
import org.decorum.wire.RecordJson;
import org.decorum.wire.registry.LocalRegistry;

/**
 * Aliases as text, one a line: {@code HOST ORIGIN SAID-BY [CONFIDENCE] [# EVIDENCE]}. Blank lines and lines that begin with
 * {@code #} say nothing. What the stage would refuse is a problem here, told with its line.
 */
public final class AliasFile {

    private final String name;
    private final Instant decidedAt;
    private final AliasReader reader;
    private final SortedMap<String, OriginAlias> aliases = new TreeMap<>();
    private final Map<String, Integer> lines = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private AliasMap map = AliasMap.EMPTY;

    private AliasFile(String name, OriginKeyer keyer, Instant decidedAt) {
        this.name = name;
        this.decidedAt = decidedAt;
        this.reader = new AliasReader(keyer, LocalRegistry.inMemory());
    }

    /**
     * Reads a file, or standard input for {@value InputFile#STDIN}.
     *
     * @param decidedAt when the aliases were decided
     */
    public static AliasFile open(String name, OriginKeyer keyer, Instant decidedAt) throws IOException {
        try (Reader source = new InputStreamReader(InputFile.open(name), StandardCharsets.UTF_8)) {
            return read(name, source, keyer, decidedAt);
        }
    }

    static AliasFile read(String name, Reader source, OriginKeyer keyer, Instant decidedAt) throws IOException {
        AliasFile file = new AliasFile(name, keyer, decidedAt);
        BufferedReader reader = new BufferedReader(source);
        int number = 1;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            file.take(number++, line);
        }
        file.map = AliasMap.of(file.aliases.entrySet().stream()
                .map(alias -> AliasBook.entry(alias.getKey(), alias.getValue()))
                .toList());
        file.map.refused().forEach((key, why) -> file.problem(file.lines.getOrDefault(key, 0), why));
        return file;
    }

    /**
     * Stops a command that would use a file with problems.
     *
     * @param complaints is told of each, with file and line
     * @throws CliException if there is one
     */
    public void requireSound(Consumer<String> complaints) {
        problems.forEach(complaints);
        if (!problems.isEmpty()) {
            throw new CliException(name + ": " + problems.size() + (problems.size() == 1 ? " problem" : " problems")
                    + ", so nothing was done");
        }
    }

    /** What it says, by host or pattern. */
    public SortedMap<String, OriginAlias> aliases() {
        return new TreeMap<>(aliases);
    }

    /** What would be in force if these were all. */
    public AliasMap map() {
        return map;
    }

    private void take(int number, String line) {
        try {
            AliasLine.parse(line).ifPresent(parsed -> take(number, parsed));
        } catch (IllegalArgumentException malformed) {
            problem(number, String.valueOf(malformed.getMessage()));
        }
    }

    private void take(int number, AliasLine line) {
        OriginAlias alias = line.alias(decidedAt);
        byte[] asTheStageReadsIt = RecordJson.toJson(alias).getBytes(StandardCharsets.UTF_8);
        if (reader.read(line.key(), asTheStageReadsIt) instanceof Decoded.Failed<OriginAlias> failed) {
            problem(number, failed.detail());
        } else if (lines.containsKey(line.key())) {
            problem(number, line.key() + ": stands in line " + lines.get(line.key()) + " (expected: once)");
        } else {
            lines.put(line.key(), number);
            aliases.put(line.key(), alias);
        }
    }

    private void problem(int number, String what) {
        problems.add(name + ":" + number + ": " + what);
    }
}
