#ifndef CNCURSES_H
#define CNCURSES_H
/* Wide-character ncurses: both macros must stand before <curses.h>, or cchar_t does not exist. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <locale.h>
#include <langinfo.h>

/* Below: what Swift cannot reach by itself, each with its reason. Nothing here holds state. */

/* Globals are "shared mutable state" to Swift 6; the C library's streams are macros over globals. */
static inline WINDOW *cnc_stdscr(void) { return stdscr; }
static inline WINDOW *cnc_curscr(void) { return curscr; }
static inline FILE *cnc_stdin(void) { return stdin; }
static inline FILE *cnc_stdout(void) { return stdout; }
static inline void cnc_forget_terminal(void) { del_curterm(cur_term); }
static inline int cnc_colors(void) { return COLORS; }
static inline int cnc_color_pairs(void) { return COLOR_PAIRS; }

/* getmaxyx is a macro that assigns to its arguments. */
static inline int cnc_rows(WINDOW *w) { return getmaxy(w); }
static inline int cnc_columns(WINDOW *w) { return getmaxx(w); }

/* Attributes are macros with shifts and casts, which Swift does not import. */
static inline attr_t cnc_bold(void) { return A_BOLD; }
static inline attr_t cnc_dim(void) { return A_DIM; }
static inline attr_t cnc_underline(void) { return A_UNDERLINE; }
static inline attr_t cnc_reverse(void) { return A_REVERSE; }
static inline attr_t cnc_italic(void) { return A_ITALIC; }

/* KEY_F is a function-like macro. */
static inline int cnc_key_f(int n) { return KEY_F(n); }

/* setcchar takes a pair number of 16 bits; a wider one goes through its last argument (ncurses extended pairs), which is an
   untyped pointer. `text` ends in 0. */
static inline cchar_t cnc_cell(const wchar_t *text, attr_t attributes, int pair) {
    cchar_t cell;
    short narrow = pair > 32767 ? 0 : (short)pair;
    if (setcchar(&cell, text, attributes, narrow, pair > 32767 ? (void *)&pair : (void *)0) != OK) {
        const wchar_t blank[2] = {L' ', 0};
        setcchar(&cell, blank, attributes, narrow, (void *)0);
    }
    return cell;
}

/* The real wcwidth: Swift's Glibc module does not have it, and curses lays out cells by it. */
static inline int cnc_wcwidth(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

/* nl_langinfo(CODESET): CODESET is an enum constant behind a macro. The answer is "UTF-8" in such a locale. */
static inline const char *cnc_codeset(void) { return nl_langinfo(CODESET); }

/* The character of the locale's charset that these bytes are; -1 if they are none, -2 if they are the beginning of one. mbrtowc keeps
   what has begun in an mbstate_t, which Swift would find a second time beside that of Glibc: here it begins anew each time. */
static inline int cnc_character(const unsigned char *bytes, size_t count) {
    mbstate_t state;
    wchar_t character = 0;
    memset(&state, 0, sizeof state);
    size_t length = mbrtowc(&character, (const char *)bytes, count, &state);
    if (length == (size_t)-2) return -2;
    return length == (size_t)-1 ? -1 : (int)character;
}

/* terminfo's strings are read by name; the functions answer (char *)-1 for "not a string". */
static inline const char *cnc_terminfo_string(const char *name) {
    char *s = tigetstr(name);
    return s == (char *)-1 ? (const char *)0 : s;
}
static inline size_t cnc_length(const char *text) { return strlen(text); }

/* The names of all capabilities, in the order of compiled entries: arrays of unknown length, which Swift does not import. */
static inline int cnc_boolean_count(void) { return BOOLCOUNT; }
static inline int cnc_number_count(void) { return NUMCOUNT; }
static inline int cnc_string_count(void) { return STRCOUNT; }
static inline const char *cnc_boolean_name(int index) { return boolnames[index]; }
static inline const char *cnc_number_name(int index) { return numnames[index]; }
static inline const char *cnc_string_name(int index) { return strnames[index]; }

/* newterm with another TERMINFO. setenv would not do: other threads may read the environment meanwhile. They see the old array or
   the new one, so neither may be freed. Returns whether it worked. */
static inline int cnc_newterm(const char *kind, const char *terminfo) {
    /* Declared here, because Swift would find a second one beside that of Glibc. */
    extern char **environ;
    char **old = environ;
    size_t count = 0;
    while (old && old[count]) count++;
    char **changed = (char **)calloc(count + 2, sizeof *changed);
    char *entry = (char *)malloc(sizeof "TERMINFO=" + strlen(terminfo));
    if (!changed || !entry) return 0;
    strcpy(entry, "TERMINFO=");
    strcat(entry, terminfo);
    changed[0] = entry;
    for (size_t from = 0, to = 1; from < count; from++)
        if (strncmp(old[from], "TERMINFO=", 9) != 0) changed[to++] = old[from];
    environ = changed;
    int opened = newterm(kind, stdout, stdin) != 0;
    environ = old;
    return opened;
}
#endif
