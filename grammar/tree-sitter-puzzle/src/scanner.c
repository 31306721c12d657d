// What depends on lines: where a statement ends, pictures, scripts, the marks of a row.
#include "tree_sitter/parser.h"

#include <string.h>

enum Token {
    LINE_END,
    PICTURE_OPEN,
    TWIN_OPEN,
    PICTURE_CLOSE,
    COMMENT,
    ROW_END,
    PICTURE_MARK,
    EMPTY_CELL,
    ANY_CELL,
    SCRIPT_OPEN,
    SCRIPT_CONTENT,
    SCRIPT_CLOSE,
    MARKS,
    ERROR,
};

// A line that begins with one of these goes on with the statement above.
static const char *const HOLDS_TOGETHER[] = {
    "or", "and", "except", "at", "to", "along", "where", "with", "as", "for", "not", "in", "on",
    "by", "from", "is", "towards", "within", "colours", "pieces", "anywhere", "only", "row", "full",
    "every", "per", "union", "until", "walls", "edges", NULL,
};

// A line that begins with one of these and a blank is no row of a picture.
static const char *const AFTER_PICTURE[] = {
    "title", "board", "rules", "start", "goal", "place", "expect", "players", "measure", "window",
    "edition", "use", "piece", "configuration", "rule", "theory", "puzzle", NULL,
};

// A line that begins with one of these and a name is no line of a script.
static const char *const ITEMS[] = {
    "use", "piece", "board", "configuration", "rule", "theory", "puzzle", NULL,
};

enum { LONGEST = 16 };

static bool is_newline(int32_t c) { return c == '\n' || c == '\r'; }
static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == 0xFEFF; }
static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word(int32_t c) { return c == '_' || is_letter(c) || is_digit(c) || (c > 0x7F && c != 0xFEFF); }
static bool is_word_start(int32_t c) { return is_word(c) && !is_digit(c); }

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }
static void skip(TSLexer *lexer) { lexer->advance(lexer, true); }

// Reads a word; `word` is its text, or empty where it is longer than all that are asked for.
static void read_word(TSLexer *lexer, char word[LONGEST]) {
    unsigned length = 0;
    while (is_word(lexer->lookahead)) {
        if (length < LONGEST) {
            word[length] = lexer->lookahead < 0x80 ? (char)lexer->lookahead : '?';
        }
        length++;
        advance(lexer);
    }
    word[length < LONGEST ? length : 0] = 0;
}

static bool is_among(const char *word, const char *const *words) {
    for (; *words; words++) {
        if (strcmp(*words, word) == 0) return true;
    }
    return false;
}

static bool three_quotes(TSLexer *lexer) {
    for (int i = 0; i < 3; i++) {
        if (lexer->lookahead != '"') return false;
        advance(lexer);
    }
    return true;
}

// Passes blanks, line ends and comments; whether a line end was among them. Stops at a single `/`.
static bool pass_trivia(TSLexer *lexer) {
    bool line = false;
    for (;;) {
        int32_t c = lexer->lookahead;
        if (is_newline(c)) {
            line = true;
            advance(lexer);
        } else if (is_blank(c)) {
            advance(lexer);
        } else if (c == '/') {
            advance(lexer);
            if (lexer->lookahead == '/') {
                while (!lexer->eof(lexer) && !is_newline(lexer->lookahead)) advance(lexer);
            } else if (lexer->lookahead == '*') {
                advance(lexer);
                int32_t before = 0;
                while (!lexer->eof(lexer) && !(before == '*' && lexer->lookahead == '/')) {
                    before = lexer->lookahead;
                    advance(lexer);
                }
                advance(lexer);
            } else {
                return false;
            }
        } else {
            return line;
        }
    }
}

// The end of a statement, of no width: the text ends, or the next line begins another.
static bool line_end(TSLexer *lexer) {
    lexer->mark_end(lexer);
    lexer->result_symbol = LINE_END;
    bool line = pass_trivia(lexer);
    if (lexer->eof(lexer)) return true;
    if (!line) return false;
    if (lexer->lookahead == '[') return true;
    if (!is_word_start(lexer->lookahead)) return false;
    char word[LONGEST];
    read_word(lexer, word);
    return !is_among(word, HOLDS_TOGETHER);
}

// `"""`; whether a second picture stands beside the first is seen on the same line.
static bool open_picture(TSLexer *lexer) {
    if (!three_quotes(lexer)) return false;
    lexer->mark_end(lexer);
    lexer->result_symbol = PICTURE_OPEN;
    while (is_blank(lexer->lookahead)) advance(lexer);
    char word[LONGEST];
    read_word(lexer, word);
    if (strcmp(word, "colours") != 0) return true;
    while (is_blank(lexer->lookahead)) advance(lexer);
    if (three_quotes(lexer)) lexer->result_symbol = TWIN_OPEN;
    return true;
}

// Whether the line that begins here is surely no row of a picture.
static bool ends_picture(TSLexer *lexer) {
    if (lexer->lookahead == '}') {
        advance(lexer);
        while (is_blank(lexer->lookahead)) advance(lexer);
        return lexer->eof(lexer) || is_newline(lexer->lookahead) || lexer->lookahead == '"';
    }
    char word[LONGEST];
    read_word(lexer, word);
    return is_blank(lexer->lookahead) && is_among(word, AFTER_PICTURE);
}

// Between the rows, of no width: the picture goes on, or ends though its quotes are missing.
static bool end_row(TSLexer *lexer) {
    lexer->mark_end(lexer);
    while (is_newline(lexer->lookahead) || is_blank(lexer->lookahead)) advance(lexer);
    bool over = lexer->eof(lexer) || ends_picture(lexer);
    lexer->result_symbol = over ? PICTURE_CLOSE : ROW_END;
    return true;
}

static bool picture_part(TSLexer *lexer, const bool *valid) {
    while (is_blank(lexer->lookahead)) skip(lexer);
    if (is_newline(lexer->lookahead) && valid[ROW_END]) return end_row(lexer);
    while (is_blank(lexer->lookahead) || is_newline(lexer->lookahead)) skip(lexer);
    lexer->mark_end(lexer);
    lexer->result_symbol = PICTURE_CLOSE;
    if (lexer->eof(lexer)) return valid[PICTURE_CLOSE];
    int32_t c = lexer->lookahead;
    if (c == '"') {
        if (!three_quotes(lexer)) return false;
        lexer->mark_end(lexer);
        return valid[PICTURE_CLOSE];
    }
    advance(lexer);
    lexer->mark_end(lexer);
    lexer->result_symbol = c == '.' ? EMPTY_CELL : c == '?' ? ANY_CELL : PICTURE_MARK;
    if (!valid[COMMENT] || c != '/' || lexer->lookahead != '/') return valid[PICTURE_MARK];
    while (!lexer->eof(lexer) && !is_newline(lexer->lookahead)) advance(lexer);
    lexer->mark_end(lexer);
    lexer->result_symbol = COMMENT;
    return true;
}

// Whether a line that no script goes on with begins here.
static bool begins_item(TSLexer *lexer) {
    char word[LONGEST];
    read_word(lexer, word);
    if (!is_blank(lexer->lookahead) || !is_among(word, ITEMS)) return false;
    while (is_blank(lexer->lookahead)) advance(lexer);
    return is_letter(lexer->lookahead);
}

static bool script_content(TSLexer *lexer) {
    bool some = false;
    for (;;) {
        lexer->mark_end(lexer);
        lexer->result_symbol = some ? SCRIPT_CONTENT : SCRIPT_CLOSE;
        if (lexer->eof(lexer)) return true;
        if (lexer->lookahead == '"') {
            if (three_quotes(lexer)) {
                if (!some) lexer->mark_end(lexer);
                return true;
            }
        } else if (is_newline(lexer->lookahead)) {
            advance(lexer);
            if (begins_item(lexer)) return true;
        } else {
            advance(lexer);
        }
        some = true;
    }
}

static bool script_close(TSLexer *lexer) {
    lexer->mark_end(lexer);
    lexer->result_symbol = SCRIPT_CLOSE;
    if (three_quotes(lexer)) lexer->mark_end(lexer);
    return true;
}

// A word of marks in a row, such as `..o`; `or` and `and` end the row.
static bool marks(TSLexer *lexer) {
    bool some = false;
    char word[LONGEST];
    unsigned length = 0;
    for (int32_t c = lexer->lookahead; is_word(c) || c == '.' || c == '?' || c == '#' || c == '@';
         c = lexer->lookahead) {
        if (length < LONGEST - 1) word[length++] = c < 0x80 ? (char)c : '?';
        some = true;
        advance(lexer);
    }
    word[length] = 0;
    lexer->mark_end(lexer);
    lexer->result_symbol = MARKS;
    return some && strcmp(word, "or") != 0 && strcmp(word, "and") != 0;
}

void *tree_sitter_puzzle_external_scanner_create(void) { return NULL; }
void tree_sitter_puzzle_external_scanner_destroy(void *payload) { (void)payload; }
void tree_sitter_puzzle_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    (void)payload, (void)buffer, (void)length;
}
unsigned tree_sitter_puzzle_external_scanner_serialize(void *payload, char *buffer) {
    (void)payload, (void)buffer;
    return 0;
}

bool tree_sitter_puzzle_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    (void)payload;
    if (valid[ERROR]) {
        while (is_blank(lexer->lookahead) || is_newline(lexer->lookahead)) skip(lexer);
        return open_picture(lexer);
    }
    if (valid[SCRIPT_CONTENT]) return script_content(lexer);
    if (valid[SCRIPT_CLOSE]) return script_close(lexer);
    if (valid[PICTURE_CLOSE] || valid[PICTURE_MARK]) return picture_part(lexer, valid);
    while (is_blank(lexer->lookahead)) skip(lexer);
    bool ends = is_newline(lexer->lookahead) || lexer->lookahead == '/' || lexer->eof(lexer);
    if (valid[LINE_END] && ends) return line_end(lexer);
    bool opens = valid[PICTURE_OPEN] || valid[TWIN_OPEN] || valid[SCRIPT_OPEN];
    if (opens || valid[MARKS]) {
        while (is_blank(lexer->lookahead) || is_newline(lexer->lookahead)) skip(lexer);
    }
    if (valid[SCRIPT_OPEN] && lexer->lookahead == '"') {
        lexer->result_symbol = SCRIPT_OPEN;
        return three_quotes(lexer);
    }
    if ((valid[PICTURE_OPEN] || valid[TWIN_OPEN]) && lexer->lookahead == '"') return open_picture(lexer);
    return valid[MARKS] && marks(lexer);
}
