"""Statistics of recorded hands, with confidence intervals: bb/100, VPIP and others."""

from __future__ import annotations

from croupier.stats.intervals import BadSample, Interval, Share, Tally, bb_per_100, from_sums, mean_of, wilson

__all__ = ["BadSample", "Interval", "Share", "Tally", "bb_per_100", "from_sums", "mean_of", "wilson"]
