/*
 * BareCurl URL COUNT JOBS: the least that libcurl's multi interface can be asked to do, one thread, for comparison. Prints
 * requests a second and CPU microseconds a request.
 */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static size_t ignore(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void run(CURLM *multi, CURL **handles, long count, long jobs) {
  long begun = 0, ended = 0;
  for(; begun < jobs; begun++)
    curl_multi_add_handle(multi, handles[begun]);
  while(ended < count) {
    int running, left;
    CURLMsg *message;
    curl_multi_perform(multi, &running);
    while((message = curl_multi_info_read(multi, &left))) {
      CURL *handle = message->easy_handle;
      curl_multi_remove_handle(multi, handle);
      ended++;
      if(begun < count) {
        begun++;
        curl_multi_add_handle(multi, handle);
      }
    }
    if(ended < count)
      curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
}

int main(int argc, char **argv) {
  long count, jobs;
  double begin, cpu;
  CURLM *multi;
  CURL **handles;
  if(argc < 4 || (count = atol(argv[2])) < (jobs = atol(argv[3])) || jobs < 1)
    return 2;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi = curl_multi_init();
  handles = calloc((size_t)jobs, sizeof(CURL *));
  for(long job = 0; job < jobs; job++) {
    handles[job] = curl_easy_init();
    curl_easy_setopt(handles[job], CURLOPT_URL, argv[1]);
    curl_easy_setopt(handles[job], CURLOPT_WRITEFUNCTION, ignore);
    curl_easy_setopt(handles[job], CURLOPT_NOSIGNAL, 1L);
  }
  run(multi, handles, jobs * 20, jobs);
  begin = seconds(CLOCK_MONOTONIC);
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  run(multi, handles, count, jobs);
  printf("%.0f", (double)count / (seconds(CLOCK_MONOTONIC) - begin));
  printf(" cpu %.1f\n", 1e6 * (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / (double)count);
  return 0;
}
