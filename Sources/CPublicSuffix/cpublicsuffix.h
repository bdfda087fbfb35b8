#ifndef CPUBLICSUFFIX_H
#define CPUBLICSUFFIX_H
#include <libpsl.h>
#endif
