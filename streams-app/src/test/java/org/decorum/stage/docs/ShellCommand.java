package org.decorum.stage.docs;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of a shell block, as far as documents need a shell: words, quotes, and {@code echo TEXT |} before a command.
 *
 * @param words the command and its arguments
 * @param input what is on its standard input
 */
record ShellCommand(List<String> words, String input) {

    private static final String PIPE = "|";

    static ShellCommand parse(String line) {
        List<String> words = words(line);
        int pipe = words.indexOf(PIPE);
        if (pipe < 0) {
            return new ShellCommand(List.copyOf(words), "");
        }
        if (pipe != 2 || !words.get(0).equals("echo") || words.lastIndexOf(PIPE) != pipe) {
            throw new IllegalArgumentException(line + " (expected: echo TEXT | COMMAND)");
        }
        return new ShellCommand(List.copyOf(words.subList(pipe + 1, words.size())), words.get(1) + "\n");
    }

    String program() {
        return words.get(0);
    }

    String[] arguments() {
        return words.subList(1, words.size()).toArray(String[]::new);
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = ' ';
        for (char c : (line + " ").toCharArray()) {
            if (quote != ' ') {
                quote = c == quote ? ' ' : quote;
                word.append(quote == ' ' ? "" : c);
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c != ' ') {
                word.append(c);
            } else if (word.length() > 0) {
                words.add(word.toString());
                word.setLength(0);
            }
        }
        if (quote != ' ') {
            throw new IllegalArgumentException(line + " (expected: " + quote + " at the end of what is quoted)");
        }
        return words;
    }
}
