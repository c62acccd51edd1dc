package org.decorum.stage.docs;

import java.util.List;

/** A page that is put together line by line. */
final class Markdown {

    private static final String GENERATED =
            "<!-- Generated from the code; a test fails when it differs and says how to write it again. -->";

    private final StringBuilder text = new StringBuilder();

    static Markdown page(String title) {
        return new Markdown().line(GENERATED).line("").line("# " + title).line("");
    }

    static String code(Object value) {
        return "`" + value + "`";
    }

    Markdown heading(String title) {
        return line("## " + title).line("");
    }

    Markdown paragraph(String words) {
        return line(words).line("");
    }

    /** For a page that people write. */
    static String tableAlone(List<String> head, List<List<String>> rows) {
        return new Markdown().table(head, rows).toString();
    }

    Markdown table(List<String> head, List<List<String>> rows) {
        row(head);
        row(head.stream().map(cell -> "---").toList());
        rows.forEach(this::row);
        return line("");
    }

    Markdown fenced(String language, String block) {
        return line("```" + language).line(block.stripTrailing()).line("```").line("");
    }

    private void row(List<String> cells) {
        line("| " + String.join(" | ", cells.stream().map(Markdown::cell).toList()) + " |");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace('\n', ' ');
    }

    private Markdown line(String line) {
        text.append(line).append('\n');
        return this;
    }

    @Override
    public String toString() {
        return text.toString().stripTrailing() + "\n";
    }
}
