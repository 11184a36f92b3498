import { median, medianSlope } from '../forecast/statistics.js';
import type { DetectionSettings } from './detection-settings.js';

/** A rise that no single day showed. */
export interface Drift {
  /** Index of the first day above the old level. */
  start: number;
  /** What the level would be on the last day without the drift. */
  level: number;
  /** Whether most of the rise came at once. */
  isStep: boolean;
}

/** Smaller deviations than this share of the level would make the sum hypersensitive. */
const minDeviationShare = 0.04;
/** Deviations above the expected level that count as no evidence. */
const slack = 0.75;
/** Evidence of one day is limited, so that a spike is no drift. */
const maxDailyEvidence = 3;
const requiredEvidence = 8;
/** A rise that takes longer is a trend. */
const maxDays = 42;
const trendWeeks = 8;
const minTrendWeeks = 4;
/** Share of a rise that its first days must have reached for a step. */
const stepShare = 0.6;

/**
 * A one-sided cumulative sum: adds up by how much days exceed the level that was expected when the sum was
 * last 0. Noise cancels out; a lasting rise, however small per day, does not.
 */
export class DriftDetector {
  private evidence = 0;
  private start = 0;
  private reference = 0;
  private slope = 0;
  private deviation = 0;

  constructor(private readonly settings: DetectionSettings) {}

  reset() {
    this.evidence = 0;
  }

  /** Takes the level of one more day, the last of `levels`. The expectation is that before the day. */
  next(
    levels: readonly number[],
    index: number,
    expectation: { level: number; deviation: number },
  ): Drift | undefined {
    if (index - this.start >= maxDays) this.evidence = 0;
    if (this.evidence === 0) this.startAt(index, levels.slice(0, -1), expectation);
    const expected = this.reference + this.slope * (index - this.start);
    const excess = (levels.at(-1)! - expected) / this.deviation;
    this.evidence = Math.max(this.evidence + Math.min(excess, maxDailyEvidence) - slack, 0);
    if (this.evidence < requiredEvidence) return undefined;
    return this.isLargeEnough(median(levels.slice(-7)), expected)
      ? { start: this.start, level: expected, isStep: this.isStep(levels, index, expected) }
      : undefined;
  }

  private startAt(
    index: number,
    levels: readonly number[],
    { level, deviation }: { level: number; deviation: number },
  ) {
    this.start = index;
    this.slope = upwardSlope(levels);
    // The median of four weeks is the level two weeks ago.
    this.reference = level + this.slope * 14;
    this.deviation = Math.max(
      deviation,
      minDeviationShare * Math.abs(level),
      this.settings.minRise / 5,
    );
  }

  private isLargeEnough(level: number, expected: number): boolean {
    const { minPercent, minRise } = this.settings;
    const rise = level - expected;
    return rise >= Math.max((minPercent / 100) * Math.abs(expected), minRise, 2 * this.deviation);
  }

  private isStep(levels: readonly number[], index: number, expected: number): boolean {
    const days = levels.slice(levels.length - 1 - (index - this.start));
    const rise = median(days.slice(-3)) - expected;
    return median(days.slice(0, 3)) - expected >= stepShare * rise;
  }
}

/** Rise per day over the last weeks; 0 for a decline, whose end is no anomaly. */
function upwardSlope(levels: readonly number[]): number {
  const weeks: number[] = [];
  for (let end = levels.length; end >= 7 && weeks.length < trendWeeks; end -= 7) {
    weeks.unshift(median(levels.slice(end - 7, end)));
  }
  return weeks.length < minTrendWeeks ? 0 : Math.max(medianSlope(weeks) / 7, 0);
}
