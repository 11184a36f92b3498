import {
  type MonthlyCharges,
  chargeOn,
  monthlyCharges,
  mean,
  median,
  medianSlope,
  robustDeviation,
} from '../../reports/forecast/index.js';
import type { Expectation } from './detect-expectation.js';
import { type WeeklyPattern, findPattern, noPattern } from './detect-pattern.js';
import { historyDays, minHistoryDays } from './detection-settings.js';

/** Days that the weekly pattern and the trend are based on. */
export const patternDays = 56;
/** Days of an episode that exceed its level by this factor are peaks of their own, such as charges. */
const minPeakFactor = 1.4;
const minTrendWeeks = 4;
/** A smaller rise in two weeks, as a share of the level, is no trend. */
const minTrendShare = 0.05;

/** The days of a series so far, and what is usual in them. */
export class History {
  readonly amounts: number[] = [];
  /** Indexes of days above the expected range without monthly charges. */
  readonly peaks = new Set<number>();
  pattern: WeeklyPattern = noPattern;
  /** Index of the first day with costs; -1 before. */
  private firstCost = -1;
  /** Amounts without what was not usual. */
  private readonly normal: number[] = [];
  /** What was not usual: amount minus expectation on days that are left out, else 0. */
  private readonly surplus: number[] = [];
  /** Days that expectations are not based on: those of episodes, charges and recurring peaks. */
  private readonly leftOut: boolean[] = [];
  private charges: MonthlyCharges = [];
  /** Rise of the level per day, from the medians of the last weeks. */
  slope = 0;

  constructor(readonly firstDay: number) {}

  get length(): number {
    return this.amounts.length;
  }

  /** Adds a usual day. */
  add(amount: number) {
    if (this.firstCost < 0 && amount !== 0) this.firstCost = this.length;
    this.amounts.push(amount);
    this.normal.push(amount);
    this.surplus.push(0);
    this.leftOut.push(false);
  }

  /** Adds a day that says nothing about usual ones. */
  addLeftOut(amount: number, expected: number) {
    this.amounts.push(amount);
    this.normal.push(expected);
    this.surplus.push(amount - expected);
    this.leftOut.push(true);
  }

  isLeftOut(index: number): boolean {
    return this.leftOut[index]!;
  }

  /** The monthly charge that is expected on a day. */
  chargeOn(day: number): number {
    return chargeOn(this.charges, day);
  }

  refreshCharges() {
    const outliers = Float64Array.from(this.surplus);
    this.charges = monthlyCharges({ firstDay: this.firstDay, outliers });
  }

  refreshPattern() {
    if (this.firstCost < 0) return;
    const start = Math.max(this.length - patternDays, this.firstCost);
    this.pattern = findPattern(this.firstDay + start, Float64Array.from(this.normal.slice(start)));
    const weeks = this.weeklyLevels();
    this.slope = weeks.length < minTrendWeeks ? 0 : medianSlope(weeks) / 7;
  }

  /** What the next day is expected to cost; undefined while there is too little history. */
  expectation(): Expectation | undefined {
    if (this.firstCost < 0 || this.length - this.firstCost < minHistoryDays) return undefined;
    const levels = this.levels(historyDays);
    if (levels.length === 0) return undefined;
    const level = median(levels);
    // The median is the level in the middle of the history.
    const rise = (this.slope * historyDays) / 2;
    const isTrend = rise > minTrendShare * Math.abs(level);
    return {
      pattern: this.pattern,
      level: isTrend ? level + rise : level,
      deviation: robustDeviation(levels),
      recentMean: mean(levels.slice(-7)),
    };
  }

  /** Levels of the last days, without those that are left out. */
  levels(days: number): number[] {
    const levels: number[] = [];
    for (
      let index = Math.max(this.length - days, this.firstCost);
      index < this.length;
      index += 1
    ) {
      if (this.leftOut[index]) continue;
      const level = this.pattern.toLevel(this.normal[index]!, this.firstDay + index);
      if (!Number.isNaN(level)) levels.push(level);
    }
    return levels;
  }

  /** Median levels of the last whole weeks. */
  private weeklyLevels(): number[] {
    const levels = this.levels(patternDays);
    const weeks: number[] = [];
    for (let end = levels.length; end >= 7; end -= 7) {
      weeks.unshift(median(levels.slice(end - 7, end)));
    }
    return weeks;
  }

  /** Usual amounts of the same weekday within the history of the next day. */
  sameWeekdays(): number[] {
    const amounts: number[] = [];
    for (let weeks = 1; weeks <= historyDays / 7; weeks += 1) {
      const index = this.length - 7 * weeks;
      if (index >= Math.max(this.firstCost, 0) && !this.leftOut[index]) {
        amounts.push(this.normal[index]!);
      }
    }
    return amounts;
  }

  /** What a past day cost more than expected. */
  riseOn(index: number): number {
    return this.surplus[index]!;
  }

  /** What an earlier day stands for on a later one, whose weekday and level may differ. */
  comparableAmount(index: number, day: number, usual: number): number {
    const amount = this.amounts[index]!;
    if (this.peaks.has(index)) return Math.max(amount, this.surplus[index]! + usual);
    const level = this.pattern.toLevel(amount, this.firstDay + index);
    return Number.isNaN(level) ? amount : this.pattern.toAmount(level, day);
  }

  /** Levels from an index on, by the pattern that was expected then; left out or not. */
  levelsSince(start: number, pattern: WeeklyPattern): number[] {
    return this.amounts
      .slice(start)
      .map((amount, offset) => {
        const day = this.firstDay + start + offset;
        return pattern.toLevel(amount - this.chargeOn(day), day);
      })
      .filter((level) => !Number.isNaN(level));
  }

  /** Makes the level of the last days usual: moves everything before an episode to it. */
  moveTo(level: number, episode: { start: number; expectation: Expectation }, lastDays: number) {
    const { pattern, level: oldLevel } = episode.expectation;
    for (let index = Math.max(this.length - patternDays, 0); index < this.length; index += 1) {
      const day = this.firstDay + index;
      const usual = pattern.toAmount(level, day);
      if (index < episode.start) {
        this.normal[index]! += usual - pattern.toAmount(oldLevel, day);
      } else if (this.amounts[index]! > minPeakFactor * usual) {
        this.replace(index, usual, true);
      } else {
        const isRecent = index >= this.length - lastDays;
        this.replace(index, isRecent ? this.amounts[index]! : usual, false);
        this.leftOut[index] = !isRecent;
      }
    }
  }

  private replace(index: number, usual: number, isPeak: boolean) {
    this.normal[index] = usual;
    this.surplus[index] = isPeak ? this.amounts[index]! - usual : 0;
    this.leftOut[index] = isPeak;
    if (isPeak) this.peaks.add(index);
    else this.peaks.delete(index);
  }
}
