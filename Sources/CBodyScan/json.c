#include "CBodyScan.h"
#include "vector.h"

static inline bool is_space(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
static inline bool is_digit(uint8_t c) { return (uint8_t)(c - '0') < 10; }

/// Whether a byte right after a number or a word belongs to it, so that the whole is wrong and not only the rest.
static inline bool continues_word(uint8_t c) {
    return is_digit(c) || (uint8_t)((c | 0x20) - 'a') < 26 || c == '.' || c == '+' || c == '-';
}

static inline bool is_hexadecimal(uint8_t c) { return is_digit(c) || (uint8_t)((c | 0x20) - 'a') < 6; }

static inline const uint8_t *skip_space(const uint8_t *p, const uint8_t *limit) {
    // Most gaps are empty or short.
    for (int i = 0; i < 3; i++, p++)
        if (p == limit || !is_space(*p)) return p;
    while (limit - p >= 16) {
        vector v = load(p);
        vector found = either(either(equal(v, ' '), equal(v, '\n')), either(equal(v, '\r'), equal(v, '\t')));
        uint32_t others = ~bits(found) & 0xFFFF;
        if (others) return p + __builtin_ctz(others);
        p += 16;
    }
    while (p < limit && is_space(*p)) p++;
    return p;
}

/// Up to a quote, a backslash or a control.
static inline const uint8_t *skip_string(const uint8_t *p, const uint8_t *limit) {
    while (limit - p >= 16) {
        vector v = load(p);
        uint32_t found = bits(either(either(equal(v, '"'), equal(v, '\\')), up_to(v, 0x1F)));
        if (found) return p + __builtin_ctz(found);
        p += 16;
    }
    while (p < limit && *p != '"' && *p != '\\' && *p > 0x1F) p++;
    return p;
}

// MARK: Reading the first time

/// Ends the call. What was begun goes on in that state.
#define LEAVE(new_state, reason) do { state = (new_state); why = (reason); goto leave; } while (0)

#define FAIL(code) do { error = (code); LEAVE(state, cbs_stopped); } while (0)

/// Of a token whose row does not count because it is wrong.
#define FAIL_IN_TOKEN(code) do { rows -= begins_row; FAIL(code); } while (0)

/// A state between tokens: after whitespace, `p` and `token` are at the next byte that is none.
#define BETWEEN(label, code) \
    label: __attribute__((unused)); gap = p; \
    label##_on: \
    p = skip_space(p, limit); \
    if (p == limit) LEAVE(code, cbs_more); \
    if (__builtin_expect(p - gap >= cbs_long, 0)) { \
        json->long_start = gap - text, json->long_end = p - text; \
        gap = p; \
        LEAVE(code, cbs_long_gap); \
    } \
    if (__builtin_expect(*p == 0x1E, 0) && json->is_sequence && depth == 0) { p++; goto label##_on; } \
    token = p; \
    state = code;

/// A state inside a token.
#define INSIDE(label, code) label: if (p == limit) LEAVE(code, cbs_more);

cbs_reason cbs_json_feed(cbs_json *json, const uint8_t *text, uint64_t end) {
    const uint8_t *const limit = text + end;
    const uint8_t *p = text + json->place, *token = text + json->token, *gap = text + json->gap;
    uint64_t rows = json->rows, depth = json->depth, least = json->least, commas = json->commas;
    uint64_t newer = json->newer, older = json->older;
    uint32_t held = json->held;
    uint8_t state = json->state, error = json->error;
    bool is_name = json->is_name, begins_row = json->begins_row;
    cbs_reason why = cbs_more;

    if (error) return cbs_stopped;
    switch ((cbs_state)state) {
    case cbs_value: goto value_on;
    case cbs_member: goto member_on;
    case cbs_value_or_close: goto value_or_close_on;
    case cbs_name_or_close: goto name_or_close_on;
    case cbs_name: goto name_on;
    case cbs_colon: goto colon_on;
    case cbs_comma: goto comma_on;
    case cbs_end: goto end_on;
    case cbs_string: goto string;
    case cbs_escape: goto escape;
    case cbs_hexadecimal: goto hexadecimal;
    case cbs_minus: goto minus;
    case cbs_zero: goto zero;
    case cbs_integer: goto integer;
    case cbs_point: goto point;
    case cbs_fraction: goto fraction;
    case cbs_exponent: goto exponent;
    case cbs_exponent_sign: goto exponent_sign;
    case cbs_exponent_digits: goto exponent_digits;
    case cbs_word: goto word;
    }

    BETWEEN(value, cbs_value)
    begins_row = true;
    goto any_value;

    BETWEEN(value_or_close, cbs_value_or_close)
    if (*p == ']') goto close;
    begins_row = true;
    goto any_value;

    BETWEEN(end, cbs_end)
    if (json->second_root == 0) json->second_root = p - text, json->second_rows = rows;
    begins_row = true;
    goto any_value;

    BETWEEN(member, cbs_member)
    begins_row = false;

any_value:
    switch (*p) {
    case '"':
        rows += begins_row;
        p++;
        is_name = false;
        goto string;
    case '{': case '[':
        if (__builtin_expect(held == 128, 0)) LEAVE(begins_row ? cbs_value : cbs_member, cbs_spill);
        rows += begins_row;
        older = older << 1 | newer >> 63;
        newer = newer << 1 | (*p == '{');
        held++;
        depth++;
        if (*p++ == '{') goto name_or_close;
        goto value_or_close;
    case '-': rows += begins_row; p++; goto minus;
    case '0': rows += begins_row; p++; goto zero;
    case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
        rows += begins_row;
        p++;
        goto integer;
    case 't': case 'f': case 'n':
        rows += begins_row;
        json->word = *p++;
        json->matched = 1;
        goto word;
    default: FAIL(cbs_no_value);
    }

    BETWEEN(name_or_close, cbs_name_or_close)
    if (*p == '}') goto close;
    goto any_name;

    BETWEEN(name, cbs_name)
any_name:
    if (*p != '"') FAIL(cbs_no_name);
    begins_row = true;
    rows++;
    p++;
    is_name = true;

    INSIDE(string, cbs_string)
    p = skip_string(p, limit);
    if (p == limit) LEAVE(cbs_string, cbs_more);
    if (*p == '\\') { p++; goto escape; }
    if (*p != '"') FAIL_IN_TOKEN(cbs_control);
    p++;
    if (!is_name) goto value_done;
    if (__builtin_expect(p - token >= cbs_long, 0)) {
        json->long_start = token - text, json->long_end = p - text;
        gap = p;
        LEAVE(cbs_colon, cbs_long_token);
    }

    BETWEEN(colon, cbs_colon)
    if (*p != ':') FAIL(cbs_no_colon);
    p++;
    goto member;

    INSIDE(escape, cbs_escape)
    switch (*p) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': p++; goto string;
    case 'u': p++; json->missing = 4; goto hexadecimal;
    default: FAIL_IN_TOKEN(cbs_unknown_escape);
    }

    INSIDE(hexadecimal, cbs_hexadecimal)
    if (!is_hexadecimal(*p)) FAIL_IN_TOKEN(cbs_no_hexadecimal);
    p++;
    if (--json->missing) goto hexadecimal;
    goto string;

    INSIDE(minus, cbs_minus)
    if (*p == '0') { p++; goto zero; }
    if (!is_digit(*p)) FAIL_IN_TOKEN(cbs_no_digit);
    p++;
    INSIDE(integer, cbs_integer)
    while (is_digit(*p)) if (++p == limit) LEAVE(cbs_integer, cbs_more);
    goto after_integer;
    INSIDE(zero, cbs_zero)
    if (is_digit(*p)) FAIL_IN_TOKEN(cbs_leading_zero);
after_integer:
    if (*p == '.') { p++; goto point; }
after_fraction:
    if ((*p | 0x20) == 'e') { p++; goto exponent; }
after_number:
    if (continues_word(*p)) FAIL_IN_TOKEN(cbs_no_number);
    goto value_done;
    INSIDE(point, cbs_point)
    if (!is_digit(*p)) FAIL_IN_TOKEN(cbs_no_digit);
    p++;
    INSIDE(fraction, cbs_fraction)
    while (is_digit(*p)) if (++p == limit) LEAVE(cbs_fraction, cbs_more);
    goto after_fraction;
    INSIDE(exponent, cbs_exponent)
    if (*p == '+' || *p == '-') p++;
    INSIDE(exponent_sign, cbs_exponent_sign)
    if (!is_digit(*p)) FAIL_IN_TOKEN(cbs_no_digit);
    p++;
    INSIDE(exponent_digits, cbs_exponent_digits)
    while (is_digit(*p)) if (++p == limit) LEAVE(cbs_exponent_digits, cbs_more);
    goto after_number;

    INSIDE(word, cbs_word)
    {
        const char *letters = json->word == 't' ? "true" : json->word == 'f' ? "false" : "null";
        const uint8_t count = json->word == 'f' ? 5 : 4;
        while (json->matched < count) {
            if (*p != (uint8_t)letters[json->matched]) FAIL_IN_TOKEN(cbs_unknown_word);
            json->matched++;
            if (++p == limit) LEAVE(cbs_word, cbs_more);
        }
        if (continues_word(*p)) FAIL_IN_TOKEN(cbs_unknown_word);
    }

value_done:
    json->roots += depth == 0;
    if (__builtin_expect(p - token >= cbs_long, 0)) {
        json->long_start = token - text, json->long_end = p - text;
        gap = p;
        LEAVE(depth == 0 ? cbs_end : cbs_comma, cbs_long_token);
    }
    if (depth == 0) goto end;

    BETWEEN(comma, cbs_comma)
    if (*p == ',') {
        p++;
        commas += depth == least;
        if (newer & 1) goto name;
        goto value;
    }
    if (*p != (newer & 1 ? '}' : ']')) FAIL(newer & 1 ? cbs_no_comma_in_object : cbs_no_comma_in_array);
    rows++;

close:
    p++;
    newer = newer >> 1 | older << 63;
    older >>= 1;
    held--;
    depth--;
    if (depth < least) least = depth, commas = 0;
    if (depth == 0) {
        json->roots++;
        goto end;
    }
    if (__builtin_expect(held == 0, 0)) {
        gap = p;
        LEAVE(cbs_comma, cbs_fill);
    }
    goto comma;

leave:
    json->place = p - text;
    json->token = token - text;
    json->gap = gap - text;
    json->rows = rows, json->depth = depth, json->least = least, json->commas = commas;
    json->newer = newer, json->older = older, json->held = held;
    json->state = state, json->error = error;
    json->is_name = is_name, json->begins_row = begins_row;
    return why;
}

// MARK: Finding rows again

uint64_t cbs_string_end(const uint8_t *text, uint64_t place, uint64_t end) {
    const uint8_t *p = text + place, *limit = text + end;
    while (p < limit) {
        p = skip_string(p, limit);
        if (p == limit) break;
        if (*p == '"') return p + 1 - text;
        // A control is not in a string that was read.
        p += *p == '\\' ? 2 : 1;
    }
    return end;
}

/// Past the token that the place is inside of.
static const uint8_t *leave_token(const cbs_rows *rows, const uint8_t *text, uint64_t end) {
    const uint8_t *p = text + rows->place, *const limit = text + end;
    switch (rows->inside) {
    case 1: return text + cbs_string_end(text, p - text, end);
    case 2: return p < limit ? text + cbs_string_end(text, p + 1 - text, end) : limit;
    case 3:
        while (p < limit && continues_word(*p)) p++;
    default: return p;
    }
}

uint8_t cbs_next_mark(cbs_rows *rows, const uint8_t *text, uint64_t end) {
    const uint8_t *p = leave_token(rows, text, end), *const limit = text + end;
    rows->inside = 0;
    uint8_t mark = 0;
    while (p < limit && !mark) {
        const uint8_t c = *p++;
        switch (c) {
        case '"': p = text + cbs_string_end(text, p - text, end); break;
        case '{': case '[': rows->depth++; mark = c; break;
        case '}': case ']': rows->depth--; mark = c; break;
        case ',': case ':': mark = c; break;
        default: break;
        }
    }
    rows->place = p - text;
    return mark;
}

uint64_t cbs_rows_find(cbs_rows *rows, const uint8_t *text, uint64_t end, uint64_t count) {
    const uint8_t *p = leave_token(rows, text, end), *const limit = text + end;
    uint64_t depth = rows->depth, found = 0;
    uint8_t before = rows->before;
    bool is_counted = rows->is_counted;
    while (p < limit) {
        const uint8_t c = *p;
        if (c <= ' ') { p++; continue; }
        if (c == ',' || c == ':') { before = c == ':'; p++; continue; }
        const bool closes = c == '}' || c == ']';
        if (!is_counted && before != (closes ? 2 : 1)) {
            is_counted = true;
            if (++found == count) break;
        }
        is_counted = false;
        before = 0;
        if (closes) {
            depth--;
            p++;
        } else if (c == '"') {
            p = text + cbs_string_end(text, p + 1 - text, end);
        } else if (c == '{' || c == '[') {
            depth++;
            before = 2;
            p++;
        } else {
            p++;
            while (p < limit && continues_word(*p)) p++;
        }
    }
    rows->place = p - text;
    rows->depth = depth;
    rows->inside = 0;
    rows->before = before;
    rows->is_counted = is_counted;
    return found;
}
