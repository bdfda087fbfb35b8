#define _GNU_SOURCE
#include "CTestProcess.h"

int ctest_spawn_closing_others(posix_spawn_file_actions_t *actions) {
    return posix_spawn_file_actions_addclosefrom_np(actions, 3);
}
