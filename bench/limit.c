/* Runs the parts of the C limit one short slice at a time, so that it can take turns with the others.

   Reads lines "PART COUNT", does that much, and answers "UNITS SECONDS" in CPU time of this process:
     hands N    random six-handed no-limit hold'em, N hands
     rank N     N passes over 2^20 seven-card hands that lie ready in memory
     check N    N hands from the limit's own seed; answers "ACTIONS CHECKSUM" instead
   core.h is the limit's own (see limit.py for where it is looked for). */
#include "core.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SEED 88172645463325252ULL
#define ROWS (1 << 20)

static volatile uint64_t sink; /* keeps the compiler from dropping the work */

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static uint8_t *random_rows(Hand *chance) {
  uint8_t *rows = malloc(7L * ROWS);
  for (long row = 0; row < ROWS; row++)
    for (int place = 0; place < 7; place++) {
      int other = place + (int)below(chance, 52 - place);
      uint8_t card = chance->deck[other];
      chance->deck[other] = chance->deck[place];
      chance->deck[place] = rows[7 * row + place] = card;
    }
  return rows;
}

static uint64_t rank_rows(const uint8_t *rows, long passes) {
  uint64_t sum = 0;
  for (long pass = 0; pass < passes; pass++)
    for (long row = 0; row < ROWS; row++) {
      const uint8_t *c = rows + 7 * row;
      sum += eval7c(BIAS + KEY[c[0]] + KEY[c[1]] + KEY[c[2]] + KEY[c[3]] + KEY[c[4]] + KEY[c[5]] + KEY[c[6]], c);
    }
  return sum;
}

static void check(long hands) {
  Hand table;
  hand_init(&table, SEED);
  play(&table, hands);
  printf("%ld %016lx\n", (long)table.actions, (unsigned long)table.check);
}

int main(void) {
  Hand table;
  hand_init(&table, SEED);
  uint8_t *rows = random_rows(&table);
  char part[16];
  long count;
  while (scanf("%15s %ld", part, &count) == 2) {
    double begin = cpu_seconds();
    long units = count;
    if (!strcmp(part, "hands"))
      play(&table, count);
    else if (!strcmp(part, "rank"))
      sink += rank_rows(rows, count), units = count * ROWS;
    else if (!strcmp(part, "check")) {
      check(count);
      fflush(stdout);
      continue;
    } else
      return 1;
    sink += table.check;
    printf("%ld %.9f\n", units, cpu_seconds() - begin);
    fflush(stdout);
  }
  return 0;
}
