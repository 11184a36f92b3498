import { weekdayOf } from '../forecast/daily-series.js';
import { type MonthlyCharges, chargeOn, monthlyCharges } from '../forecast/monthly-charges.js';
import { median, medianSlope } from '../forecast/statistics.js';
import { DriftDetector } from './detect-drift.js';
import { type Band, type Expectation, bandOn, expectationOf } from './detect-expectation.js';
import { type WeeklyPattern, findPattern, noPattern } from './detect-pattern.js';
import { isUsualPeak, recursMonthly, sameDayOfEarlierMonths } from './detect-recurring.js';
import { type DetectionSettings, historyDays, minHistoryDays } from './detection-settings.js';

export interface DayAnomaly extends Band {
  day: number;
  amount: number;
  kind: 'spike' | 'step' | 'drift';
}

/** What is known about a day once its costs are. */
export interface DayVerdict {
  /** Absent while the history is too short. */
  band?: Band;
  /** The anomaly that was first seen on this day. */
  anomaly?: DayAnomaly;
}

/** An anomaly that goes on. */
interface Episode {
  anomaly: DayAnomaly;
  /** Index of its first day. */
  start: number;
  /** From before the episode. */
  expectation: Expectation;
}

const patternDays = 56;
/** A level that has lasted this long is the new normal. */
const learnDays = 7;
/** An episode that keeps rising is learned after these days at the latest. */
const maxEpisodeDays = 42;
/** A level that rises by less in a week than this share is stable. */
const stableShare = 0.06;
/** A peak within these days of an episode belongs to it, unless it is larger. */
const aftermathDays = 14;
/** Days in a row that may be left out of the history without being an episode. */
const maxLeftOutDays = 3;

/** Judges the days of a series one by one, each from the days before it. */
export class Detection {
  readonly anomalies: DayAnomaly[] = [];
  private readonly amounts: number[] = [];
  /** Amounts without monthly charges; those of days that are left out are as expected. */
  private readonly normal: number[] = [];
  /** Days that are no history: those of episodes, and recurring peaks. */
  private readonly leftOut: boolean[] = [];
  private readonly peaks: number[] = [];
  private firstCost = -1;
  private pattern: WeeklyPattern = noPattern;
  private charges: MonthlyCharges = new Map();
  private episode: Episode | undefined;
  private lastEpisode = { end: Number.NEGATIVE_INFINITY, largest: 0 };
  private readonly drift: DriftDetector;

  constructor(
    private readonly firstDay: number,
    private readonly settings: DetectionSettings,
  ) {
    this.drift = new DriftDetector(settings);
  }

  /** Takes the costs of the next day. */
  next(amount: number): DayVerdict {
    const index = this.amounts.length;
    const day = this.firstDay + index;
    if (this.firstCost < 0 && amount !== 0) this.firstCost = index;
    if (weekdayOf(day) === 0) this.refreshPattern();
    const expectation = this.episode?.expectation ?? this.expectation();
    if (!expectation) {
      this.record(amount, amount, false);
      return {};
    }
    const charge = chargeOn(this.charges, day);
    const band = bandOn(expectation, { day, charge }, this.settings);
    const anomaly = this.judge({ index, day, amount, charge, band, expectation });
    return anomaly ? { band, anomaly } : { band };
  }

  private judge(today: Today): DayAnomaly | undefined {
    if (this.episode) {
      this.continueEpisode(this.episode, today);
      return undefined;
    }
    const { index, amount, charge, band, expectation } = today;
    if (amount > band.upper) {
      this.peaks.push(index);
      if (this.isNew(today)) return this.startEpisode(today);
      if (!this.followsWeekday(today) && this.mayLeaveOut()) {
        this.record(amount, band.expected - charge, true);
        this.refreshCharges();
        return undefined;
      }
    }
    this.record(amount, withoutCharge(today), false);
    return this.judgeDrift(today, expectation);
  }

  private isNew(today: Today): boolean {
    const { index, day, amount, charge, expectation } = today;
    const { pattern, recentMean } = expectation;
    const factor = 1 + this.settings.minPercent / 100;
    const past = { firstDay: this.firstDay, amounts: this.amounts, peaks: this.peaks };
    const known = sameDayOfEarlierMonths(past, day);
    const isAftermath = index <= this.lastEpisode.end + aftermathDays;
    return (
      !this.followsWeekday(today) &&
      (known === undefined || amount > factor * known) &&
      amount - pattern.toAmount(recentMean, day) - charge >= this.settings.minRise &&
      !(isAftermath && amount <= factor * this.lastEpisode.largest) &&
      !recursMonthly(past, day, amount / factor) &&
      !isUsualPeak(past, day, amount / factor)
    );
  }

  /** Whether the same weekday has been about as expensive within the history. */
  private followsWeekday({ index, amount, charge }: Today): boolean {
    const factor = 1 + this.settings.minPercent / 100;
    for (let before = index - 7; before >= index - historyDays; before -= 7) {
      if (before < this.firstCost || this.leftOut[before]) continue;
      if (amount <= factor * (this.normal[before]! + charge)) return true;
    }
    return false;
  }

  private startEpisode(today: Today): DayAnomaly {
    const { index, day, amount, charge, band, expectation } = today;
    const anomaly: DayAnomaly = { day, amount, ...band, kind: 'spike' };
    this.episode = { anomaly, start: index, expectation };
    this.anomalies.push(anomaly);
    this.record(amount, band.expected - charge, true);
    this.drift.reset();
    return anomaly;
  }

  private continueEpisode(episode: Episode, today: Today) {
    const { index, amount, charge, band } = today;
    const isGradual = episode.anomaly.kind !== 'spike';
    if (!isGradual && amount <= band.upper) {
      this.record(amount, withoutCharge(today), false);
      this.endEpisode(episode.start, index);
      return;
    }
    this.peaks.push(index);
    this.record(amount, isGradual ? amount - charge : band.expected - charge, !isGradual);
    const days = index - episode.start + 1;
    if (days < learnDays) return;
    const levels = this.episodeLevels(episode).slice(-14);
    const isStable = medianSlope(levels) * 7 <= stableShare * Math.abs(median(levels.slice(-7)));
    if (isStable || days >= maxEpisodeDays) this.learn(episode, days);
  }

  private endEpisode(start: number, end: number) {
    this.lastEpisode = { end, largest: Math.max(...this.amounts.slice(start, end)) };
    this.episode = undefined;
    this.refreshCharges();
  }

  /** The level of an episode becomes the normal one: the history before it is moved to that level. */
  private learn(episode: Episode, days: number) {
    const { anomaly, start, expectation } = episode;
    const { pattern, level } = expectation;
    const newLevel = median(this.episodeLevels(episode).slice(-7));
    const end = this.amounts.length;
    for (let index = Math.max(end - patternDays, 0); index < end; index += 1) {
      const day = this.firstDay + index;
      const isRecent = index >= end - learnDays;
      if (isRecent) {
        this.normal[index] = this.amounts[index]! - chargeOn(this.charges, day);
        this.leftOut[index] = false;
      } else if (index < start) {
        this.normal[index]! += pattern.toAmount(newLevel, day) - pattern.toAmount(level, day);
      } else {
        this.normal[index] = pattern.toAmount(newLevel, day);
        this.leftOut[index] = true;
      }
    }
    if (anomaly.kind === 'spike') anomaly.kind = days > 2 * learnDays ? 'drift' : 'step';
    this.episode = undefined;
    this.drift.reset();
  }

  private episodeLevels({ start, expectation }: Episode): number[] {
    return this.amounts
      .slice(start)
      .map((amount, offset) => {
        const day = this.firstDay + start + offset;
        return expectation.pattern.toLevel(amount - chargeOn(this.charges, day), day);
      })
      .filter((level) => !Number.isNaN(level));
  }

  private judgeDrift(today: Today, expectation: Expectation): DayAnomaly | undefined {
    const levels = this.levels(patternDays);
    const { index, day, amount, charge } = today;
    const { pattern } = expectation;
    if (Number.isNaN(pattern.toLevel(amount, day))) return undefined;
    const drift = this.drift.next(levels, index, expectation);
    if (!drift) return undefined;
    const before = { ...expectation, level: drift.level };
    const band = bandOn(before, { day, charge }, this.settings);
    const kind = drift.isStep ? 'step' : 'drift';
    const anomaly: DayAnomaly = { day, amount, ...band, kind };
    this.episode = { anomaly, start: drift.start, expectation: before };
    this.anomalies.push(anomaly);
    return anomaly;
  }

  /** Levels of the last days that are history. */
  private levels(days: number): number[] {
    const levels: number[] = [];
    const end = this.normal.length;
    for (let index = Math.max(end - days, this.firstCost, 0); index < end; index += 1) {
      if (this.leftOut[index]) continue;
      const level = this.pattern.toLevel(this.normal[index]!, this.firstDay + index);
      if (!Number.isNaN(level)) levels.push(level);
    }
    return levels;
  }

  private expectation(): Expectation | undefined {
    if (this.firstCost < 0 || this.amounts.length - this.firstCost < minHistoryDays) {
      return undefined;
    }
    const levels = this.levels(historyDays);
    return levels.length === 0 ? undefined : expectationOf(this.pattern, levels);
  }

  private record(amount: number, normal: number, leftOut: boolean) {
    this.amounts.push(amount);
    this.normal.push(normal);
    this.leftOut.push(leftOut);
  }

  private mayLeaveOut(): boolean {
    const recent = this.leftOut.slice(-maxLeftOutDays);
    return recent.length < maxLeftOutDays || !recent.every(Boolean);
  }

  private refreshPattern() {
    if (this.firstCost < 0 || this.episode) return;
    const start = Math.max(this.normal.length - patternDays, this.firstCost);
    this.pattern = findPattern(this.firstDay + start, Float64Array.from(this.normal.slice(start)));
  }

  private refreshCharges() {
    const outliers = Float64Array.from(this.amounts, (amount, index) =>
      this.leftOut[index] ? amount - this.normal[index]! : 0,
    );
    this.charges = monthlyCharges({ firstDay: this.firstDay, outliers });
  }
}

/** One day that is judged. */
interface Today {
  index: number;
  day: number;
  amount: number;
  /** The monthly charge that is expected on it. */
  charge: number;
  band: Band;
  expectation: Expectation;
}

/** The amount without the monthly charge, if that has come. */
function withoutCharge({ amount, charge, band }: Today): number {
  const base = band.expected - charge;
  return Math.abs(amount - charge - base) < Math.abs(amount - base) ? amount - charge : amount;
}
