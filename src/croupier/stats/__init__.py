"""Compute statistics of recorded hands and of contests, with confidence intervals: bb/100, VPIP and others."""

from __future__ import annotations

from croupier.stats.intervals import BadSample, Interval, Share, Tally, bb_per_100, from_sums, mean_of, wilson
from croupier.stats.sample import Sample

__all__ = ["BadSample", "Interval", "Sample", "Share", "Tally", "bb_per_100", "from_sums", "mean_of", "wilson"]
