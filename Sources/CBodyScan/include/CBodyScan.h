#ifndef CBODYSCAN_H
#define CBODYSCAN_H

// The loops that see every byte of a body: 16 bytes at a time with SSE2 or NEON, which every x86-64 and arm64 has, else bytewise.
// Nothing is allocated here, and all state is in structs, so that a text can be fed in pieces of any size.

#include <stdbool.h>
#include <stdint.h>

/// Tokens, gaps and lines from this length on are long: their ends are noted, so that drawing does not look for them.
enum { cbs_long = 4096 };

/// Where in the grammar of JSON (RFC 8259) a text is.
typedef enum {
    /// A value that begins a row: the first one, or after a comma in an array.
    cbs_value,
    /// The value of a member.
    cbs_member,
    /// After `[`, after `{`.
    cbs_value_or_close, cbs_name_or_close,
    /// After a comma in an object.
    cbs_name,
    cbs_colon, cbs_comma,
    /// After a value that is in no other.
    cbs_end,
    // Inside a token.
    cbs_string, cbs_escape, cbs_hexadecimal,
    cbs_minus, cbs_zero, cbs_integer, cbs_point, cbs_fraction, cbs_exponent, cbs_exponent_sign, cbs_exponent_digits,
    cbs_word
} cbs_state;

/// What no JSON text can contain.
typedef enum {
    cbs_no_error,
    cbs_no_value, cbs_no_name, cbs_no_colon, cbs_no_comma_in_object, cbs_no_comma_in_array,
    cbs_control, cbs_unknown_escape, cbs_no_hexadecimal,
    cbs_unknown_word, cbs_leading_zero, cbs_no_digit, cbs_no_number
} cbs_error;

/// Why `cbs_json_feed` returned.
typedef enum {
    /// All was read.
    cbs_more,
    /// A long token or gap ended: `long_start` to `long_end`.
    cbs_long_token, cbs_long_gap,
    /// 128 levels are held: take the older 64 of them out of `older`, and set `held` to 64.
    cbs_spill,
    /// No level is held although `depth` is not 0: put 64 into `newer`, and set `held`.
    cbs_fill,
    cbs_stopped
} cbs_reason;

/// Reads a JSON text in pieces. Zero it, and set `is_sequence` if wanted. Offsets are those of the text.
typedef struct {
    uint64_t place;
    /// The token that is being read, or the first byte that cannot continue the text.
    uint64_t token;
    /// Where the whitespace before `place` began.
    uint64_t gap;
    /// Rows of the readable layout that have begun; roots that have ended.
    uint64_t rows, roots;
    uint64_t depth;
    /// Set by the caller at the beginning of a block: the least depth in it, and the commas at that depth.
    uint64_t least, commas;
    /// Where a second value begins that is in no other, and the rows before it; 0 if there is none.
    uint64_t second_root, second_rows;
    /// Kinds of the innermost levels, one bit each, 1 for an object, the newest in bit 0 of `newer`.
    uint64_t newer, older;
    uint32_t held;
    uint64_t long_start, long_end;
    uint8_t state, error;
    /// Whether the string is a name; whether the token began a row.
    bool is_name, begins_row;
    /// Hexadecimal digits that are missing; of a word its first letter and how many letters were read.
    uint8_t missing, word, matched;
    /// RFC 7464: 0x1E stands before each value.
    bool is_sequence;
} cbs_json;

/// Reads on, up to an offset.
cbs_reason cbs_json_feed(cbs_json *json, const uint8_t *text, uint64_t end);

/// A place in a text that is known to be JSON, from which rows are found. Needs less state than to read it the first time.
typedef struct {
    uint64_t place;
    /// Before the byte at `place`.
    uint64_t depth;
    /// 1: in a string, 2: in it after a backslash, 3: in a number or word, else 0.
    uint8_t inside;
    /// What was before: 1: a colon, 2: an opening bracket, else 0.
    uint8_t before;
    /// A row begins at `place`, and was counted.
    bool is_counted;
} cbs_rows;

/// Goes on to the first byte of the `count`th next row that begins before `end`, or to `end`. Returns the rows found.
uint64_t cbs_rows_find(cbs_rows *rows, const uint8_t *text, uint64_t end, uint64_t count);

/// Goes on past the next brace, bracket, comma or colon that is outside of strings and before `end`, and returns it; 0 if there is
/// none. `is_counted` means nothing here.
uint8_t cbs_next_mark(cbs_rows *rows, const uint8_t *text, uint64_t end);

/// The end of a string whose content goes on at `place`, after its closing quote; `end` if it goes on.
uint64_t cbs_string_end(const uint8_t *text, uint64_t place, uint64_t end);

/// What is in a stretch of bytes.
typedef struct {
    uint64_t line_feeds;
    /// Offsets in the stretch; of no use if there is no line feed.
    uint64_t first_line_feed, last_line_feed;
    /// All is printable ASCII, tabs and line feeds.
    bool is_plain;
    bool is_ascii;
} cbs_facts;

cbs_facts cbs_look(const uint8_t *bytes, uint64_t count);

/// The offset of the `number`th line feed, which is in the stretch; the first is number 1.
uint64_t cbs_line_feed(const uint8_t *bytes, uint64_t count, uint64_t number);

/// Printable ASCII bytes from the beginning on.
uint64_t cbs_printable(const uint8_t *bytes, uint64_t count);

#endif
