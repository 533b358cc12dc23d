/* OMPEval's equity calculator behind one C function, so that Python can call it in its own process.

   Built by ompeval.py against a copy of OMPEval (see there for where it is looked for). One thread, exact. */
#include "omp/EquityCalculator.h"
#include <cstdint>
#include <vector>

static uint64_t cards(const char *text) {
  uint64_t mask = 0;
  if (text[0])
    mask = omp::CardRange::getCardMask(text);
  return mask;
}

/* Fill equity[], wins[] and ties[] (in pots); return the number of deals, 0 if the question has no answer. */
extern "C" uint64_t ompeval_equity(const char **ranges, int players, const char *board, const char *dead,
                                   double *equity, uint64_t *wins, double *ties) {
  omp::EquityCalculator calculator; /* a new one each time: it keeps results from question to question */
  std::vector<omp::CardRange> hands;
  for (int i = 0; i < players; i++)
    hands.emplace_back(ranges[i]);
  if (!calculator.start(hands, cards(board), cards(dead), true, 0, nullptr, 0.2, 1))
    return 0;
  calculator.wait();
  auto results = calculator.getResults();
  uint64_t deals = 0;
  for (int mask = 0; mask < 1 << players; mask++)
    deals += results.winsByPlayerMask[mask];
  for (int i = 0; i < players; i++) {
    equity[i] = results.equity[i];
    wins[i] = results.wins[i];
    ties[i] = results.ties[i];
  }
  return deals;
}
