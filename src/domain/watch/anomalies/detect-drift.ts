import { median } from '../../reports/forecast/index.js';
import type { DetectionSettings } from './detection-settings.js';

/** A rise that no single day showed. */
export interface Drift {
  /** Index of the first day above the old level. */
  start: number;
  /** What the level would be on the last day without the drift. */
  level: number;
  /** The level that the last week has reached, as it must for a drift. */
  limit: number;
  /** Whether most of the rise came at once. */
  isStep: boolean;
}

/** How levels usually vary, and by how much they rise per day. */
interface Usual {
  deviation: number;
  slope: number;
}

/** Smaller deviations than this share of the level would make the sum hypersensitive. */
const minDeviationShare = 0.04;
/** Deviations above the expected level that count as no evidence. */
const slack = 0.75;
/** Evidence of one day is limited, so that a spike is no drift. */
const maxDailyEvidence = 3;
const requiredEvidence = 8;
const risingEvidence = 1;
/** A rise that takes longer is a trend. */
const maxDays = 42;
/** Costs wander by themselves: a drift must be larger than a sudden rise. */
const driftFactor = 1.3;
const referenceDays = 14;
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

  /** Whether costs have been above the expected level for some days. */
  get isRising(): boolean {
    return this.evidence >= risingEvidence;
  }

  /** Takes the level of one more day, the last of `levels`. */
  next(levels: readonly number[], index: number, usual: Usual): Drift | undefined {
    if (index - this.start >= maxDays) this.evidence = 0;
    if (this.evidence === 0) this.startAt(index, levels.slice(0, -1), usual);
    const expected = this.reference + this.slope * (index - this.start);
    const excess = (levels.at(-1)! - expected) / this.deviation;
    this.evidence = Math.max(this.evidence + Math.min(excess, maxDailyEvidence) - slack, 0);
    if (this.evidence < requiredEvidence) return undefined;
    const limit = this.limitAbove(expected);
    return median(levels.slice(-7)) >= limit
      ? { start: this.start, level: expected, limit, isStep: this.isStep(levels, index, expected) }
      : undefined;
  }

  private startAt(index: number, levels: readonly number[], { deviation, slope }: Usual) {
    this.start = index;
    // The end of a decline is no anomaly.
    this.slope = Math.max(slope, 0);
    const level = median(levels.slice(-referenceDays));
    // The median is the level in the middle of its days.
    this.reference = level + (this.slope * referenceDays) / 2;
    this.deviation = Math.max(
      deviation,
      minDeviationShare * Math.abs(level),
      this.settings.minRise / 5,
    );
  }

  private limitAbove(expected: number): number {
    const { minPercent, minRise } = this.settings;
    const percent = driftFactor * minPercent;
    return expected + Math.max((percent / 100) * Math.abs(expected), minRise, 2 * this.deviation);
  }

  private isStep(levels: readonly number[], index: number, expected: number): boolean {
    const days = levels.slice(levels.length - 1 - (index - this.start));
    const rise = median(days.slice(-3)) - expected;
    return median(days.slice(0, 3)) - expected >= stepShare * rise;
  }
}
