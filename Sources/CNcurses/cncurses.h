#ifndef CNCURSES_H
#define CNCURSES_H
/* Wide-character ncurses: both macros must stand before <curses.h>, or get_wch and cchar_t do not exist. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
#include <wchar.h>
#include <locale.h>
#endif
