import type { AnomalySeries } from './anomaly-series.mjs';

export interface Score {
  events: number;
  precision: number;
  recall: number;
  medianDelay: number;
  alertsPerEvent: number;
}

export function scoreDetector(
  series: readonly AnomalySeries[],
  start: (firstDay: number) => (amount: number) => boolean,
): Score;

export function missedTargets(score: Score): string[];
