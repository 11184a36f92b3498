-- Baselines get a fact more, from which the range of a month follows: all are computed again.

update baseline_forecasts set fingerprint = '';
