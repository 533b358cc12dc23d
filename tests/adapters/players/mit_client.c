/* A client of MIT's line protocol, written from its description: plays legal actions at random.
   Built for blinds 1/2 and stacks of 400; usage: mit_client PORT. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { STACK = 400, SMALL = 1, BIG = 2 };

static int own, pips[2], stacks[2], actor, preflop, acted;
static unsigned seed = 12345;

static int chance(int n) { seed = seed * 1103515245u + 12345u; return (seed >> 16) % n; }

static void new_round(int index) {
    own = index;
    pips[0] = SMALL; pips[1] = BIG;
    stacks[0] = STACK - SMALL; stacks[1] = STACK - BIG;
    actor = 0; preflop = 1; acted = 0;
}

static void new_street(void) { pips[0] = pips[1] = 0; actor = 1; preflop = 0; acted = 0; }

static void put(int to) { stacks[actor] -= to - pips[actor]; pips[actor] = to; }

static void take(char *clause) {
    switch (clause[0]) {
    case 'P': new_round(atoi(clause + 1)); break;
    case 'B': new_street(); break;
    case 'C': put(pips[1 - actor]); actor = 1 - actor; acted++; break;
    case 'K': actor = 1 - actor; acted++; break;
    case 'R': put(atoi(clause + 1)); actor = 1 - actor; acted++; break;
    default: break;
    }
}

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

static void answer(FILE *out) {
    int cost = pips[1 - own] - pips[own];
    int most = min(stacks[own], stacks[1 - own] + cost), least = min(most, cost + max(cost, BIG));
    int may_raise = cost < stacks[own] && stacks[1 - own] > 0, choice = chance(6);
    if (choice >= 4 && may_raise)
        fprintf(out, "R%d\n", pips[own] + (choice == 4 ? least : least + chance(most - least + 1)));
    else if (cost == 0) fputs("K\n", out);
    else fputs(choice == 0 ? "F\n" : "C\n", out);
    fflush(out);
}

int main(int count, char **words) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(words[count - 1]))};
    char line[4096];
    int sock = socket(AF_INET, SOCK_STREAM, 0);
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    if (connect(sock, (struct sockaddr *)&to, sizeof to)) return 1;
    FILE *in = fdopen(sock, "r"), *out = fdopen(dup(sock), "w");
    while (fgets(line, sizeof line, in)) {
        int over = 0;
        for (char *clause = strtok(line, " \n"); clause; clause = strtok(NULL, " \n")) {
            if (clause[0] == 'Q') return 0;
            if (clause[0] == 'D') over = 1;
            take(clause);
        }
        if (!over && actor != own) { fprintf(stderr, "asked out of turn\n"); return 2; }
        if (over) { fputs("K\n", out); fflush(out); } else answer(out);
    }
    return 0;
}
