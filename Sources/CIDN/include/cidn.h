#ifndef CIDN_H
#define CIDN_H

/*
 * A target of its own, and its header does not include libcurl's: for the Swift compiler the types of curl.h would else belong
 * to this module or to CCurl, whichever a compiler process loads first, and the files that import the other do not compile.
 */

/*
 * The ASCII form of an internationalised host name (UTS 46, by the libidn2 inside libcurl), to be freed with free(); NULL if
 * there is none. libcurl hands the name to libidn2 in the encoding of the thread's locale, so the thread borrows a UTF-8 one.
 */
char *cidn_ascii(const char *utf8_host);

#endif
