package org.decorum.stage.docs;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What README.md asks its reader to type. */
final class Readme {

    private static final String NAME = "README.md";

    private Readme() {}

    /** The fenced blocks of a language, in their order. */
    static List<String> blocks(String language) {
        Pattern fence = Pattern.compile("(?ms)^ *```" + language + "\\n(.*?)^ *```$");
        return fence.matcher(Repository.read(NAME))
                .results()
                .map(found -> found.group(1).stripIndent())
                .toList();
    }

    static List<ShellCommand> commands() {
        return blocks("sh").stream()
                .flatMap(String::lines)
                .map(ShellCommand::parse)
                .toList();
    }

    /** The one word that a pattern captures in a text. */
    static String find(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no " + pattern + " in: " + text);
        }
        return matcher.group(1);
    }
}
