// Bounds how many tests run at once.
//
// Swift Testing starts all tests together: here some 15,000 cases, which share as many threads as the machine has processors. The
// first ones end after 40 seconds, and limits of time pass that have nothing to do with what is tested. `swift test` can bound that by
// a flag, but no file of a package can; so the test process starts itself again with the flag, before anything else runs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FLAG "--experimental-maximum-parallelization-width"
/// Most tests wait for servers and programs, so more of them than processors keep these busy.
#define TESTS_PER_PROCESSOR 6

__attribute__((constructor)) static void bound_parallel_tests(int count, char **arguments) {
    int runs_swift_testing = 0;
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "swift-testing") == 0) runs_swift_testing = 1;
        if (strncmp(arguments[i], FLAG, strlen(FLAG)) == 0) return;
        if (strcmp(arguments[i], "--no-parallel") == 0) return;
    }
    if (!runs_swift_testing) return;
    char **all = calloc((size_t)count + 3, sizeof *all);
    if (all == NULL) return;
    char width[32];
    snprintf(width, sizeof width, "%ld", TESTS_PER_PROCESSOR * sysconf(_SC_NPROCESSORS_ONLN));
    memcpy(all, arguments, (size_t)count * sizeof *all);
    all[count] = FLAG;
    all[count + 1] = width;
    // Where that fails, the tests run as they are.
    execv("/proc/self/exe", all);
    free(all);
}
