#ifndef CEXPAT_H
#define CEXPAT_H
// The header shows the settings against entity bombs only to those who say that the library was built with DTD support,
// which it is everywhere.
#ifndef XML_DTD
#define XML_DTD
#endif
#include <expat.h>
#endif
