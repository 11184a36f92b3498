import { weekdayOf } from '../forecast/daily-series.js';
import { median, medianSlope } from '../forecast/statistics.js';
import { DriftDetector } from './detect-drift.js';
import { type Band, type Expectation, bandOn } from './detect-expectation.js';
import { History, patternDays } from './detect-history.js';
import { recursMonthly, sameDaysBefore, usualPeak } from './detect-recurring.js';
import type { DetectionSettings } from './detection-settings.js';

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

/** One day that is judged. */
interface Today {
  index: number;
  day: number;
  amount: number;
  /** What is expected without a monthly charge. */
  usual: number;
  band: Band;
  expectation: Expectation;
}

/** An anomaly that goes on. */
interface Episode {
  anomaly: DayAnomaly;
  /** Index of its first day. */
  start: number;
  /** From before the episode. */
  expectation: Expectation;
}

/** The episode before, whose event may not be over. */
interface PastEpisode {
  anomaly: DayAnomaly;
  end: number;
  largestRise: number;
}

/** A level that has lasted this long is the new normal. */
const learnDays = 7;
/** An episode that keeps rising is learned after these days at the latest. */
const maxEpisodeDays = 42;
/** A level that rises by less in a week than this share is stable. */
const stableShare = 0.06;
/** A peak within these days of an episode belongs to it, unless the rise is twice as large. */
const aftermathDays = 7;
/** A drift that starts within these days of an episode is how its event goes on. */
const mergeDays = 14;
/** Share of the rise of an earlier peak that makes another one similar. */
const minSimilarity = 0.6;
/** Recurring peaks in a row that may be left out of the history. */
const maxLeftOutDays = 3;

/** Judges the days of a series one by one, each from the days before it. */
export class Detection {
  readonly anomalies: DayAnomaly[] = [];
  private readonly history: History;
  private readonly drift: DriftDetector;
  private episode: Episode | undefined;
  private pastEpisode: PastEpisode | undefined;

  constructor(
    firstDay: number,
    private readonly settings: DetectionSettings,
  ) {
    this.history = new History(firstDay);
    this.drift = new DriftDetector(settings);
  }

  /** Takes the costs of the next day. */
  next(amount: number): DayVerdict {
    const index = this.history.length;
    const day = this.history.firstDay + index;
    if (weekdayOf(day) === 0 && !this.episode) this.history.refreshPattern();
    const expectation = this.episode?.expectation ?? this.history.expectation();
    if (!expectation) {
      this.history.add(amount);
      return {};
    }
    const charge = this.history.chargeOn(day);
    const band = bandOn(expectation, { day, charge }, this.settings);
    const usual = band.expected - charge;
    const anomaly = this.judge({ index, day, amount, usual, band, expectation });
    return anomaly ? { band, anomaly } : { band };
  }

  private judge(today: Today): DayAnomaly | undefined {
    if (this.episode) {
      this.continueEpisode(this.episode, today);
      return undefined;
    }
    const { index, amount, usual, band } = today;
    const charge = band.expected - usual;
    const isPeak = amount > band.upper - charge;
    const isHigh = amount > band.upper && !this.followsWeekday(today);
    const isRecurring = isHigh ? this.isRecurring(today) : isPeak && charge > 0;
    if (isPeak) this.history.peaks.add(index);
    if (isHigh && !isRecurring && this.isWorthReporting(today)) return this.startEpisode(today);
    if (isRecurring && this.mayLeaveOut()) {
      this.history.addLeftOut(amount, usual);
      this.history.refreshCharges();
      return undefined;
    }
    this.history.add(amount);
    return this.judgeDrift(today);
  }

  /** Whether the same weekday has been about as expensive within the history. */
  private followsWeekday({ amount, usual, band }: Today): boolean {
    const charge = band.expected - usual;
    return amount <= this.factor * (Math.max(...this.history.sameWeekdays()) + charge);
  }

  /** Whether such an amount came on the same day of earlier months, or comes now and then. */
  private isRecurring({ day, amount, usual }: Today): boolean {
    const { history } = this;
    const known = sameDaysBefore(history, day).map((index) =>
      history.comparableAmount(index, day, usual),
    );
    const comparable = (index: number) => history.comparableAmount(index, day, usual);
    return (
      amount <= this.factor * Math.max(usualPeak(history, comparable) ?? 0, ...known) ||
      recursMonthly(
        history,
        day,
        (index) =>
          amount <= this.factor * comparable(index) &&
          amount - usual >= minSimilarity * history.riseOn(index),
      )
    );
  }

  private isWorthReporting({ index, day, amount, band, usual, expectation }: Today): boolean {
    const { pattern, recentMean } = expectation;
    const charge = band.expected - usual;
    if (amount - pattern.toAmount(recentMean, day) - charge < this.settings.minRise) return false;
    const daysSince = this.pastEpisode ? index - this.pastEpisode.end : Number.POSITIVE_INFINITY;
    const isSameEvent =
      (daysSince <= aftermathDays && amount - band.expected <= 2 * this.pastEpisode!.largestRise) ||
      (daysSince <= mergeDays && this.drift.isRising);
    if (isSameEvent) this.pastEpisode!.end = index;
    return !isSameEvent;
  }

  /** What counts as more: 1.2 for 20 %. */
  private get factor(): number {
    return 1 + this.settings.minPercent / 100;
  }

  private mayLeaveOut(): boolean {
    const { length } = this.history;
    if (length < maxLeftOutDays) return true;
    for (let index = length - maxLeftOutDays; index < length; index += 1) {
      if (!this.history.isLeftOut(index)) return true;
    }
    return false;
  }

  private startEpisode({ index, day, amount, usual, band, expectation }: Today): DayAnomaly {
    const anomaly: DayAnomaly = { day, amount, ...band, kind: 'spike' };
    this.episode = { anomaly, start: index, expectation };
    this.anomalies.push(anomaly);
    this.addPeak(index, amount, usual);
    return anomaly;
  }

  private addPeak(index: number, amount: number, usual: number) {
    this.history.peaks.add(index);
    this.history.addLeftOut(amount, usual);
  }

  private continueEpisode(episode: Episode, { index, amount, usual, band }: Today) {
    const isGradual = episode.anomaly.kind !== 'spike';
    if (!isGradual && amount <= band.upper) {
      this.history.add(amount);
      this.endEpisode(episode);
      return;
    }
    if (isGradual) this.history.add(amount);
    else this.addPeak(index, amount, usual);
    const days = index - episode.start + 1;
    if (days < learnDays) return;
    const levels = this.history.levelsSince(episode.start, episode.expectation.pattern).slice(-14);
    const newLevel = median(levels.slice(-7));
    const isStable = medianSlope(levels) * 7 <= stableShare * Math.abs(newLevel);
    if (!isStable && days < maxEpisodeDays) return;
    this.history.moveTo(newLevel, episode, learnDays);
    if (!isGradual) episode.anomaly.kind = days > 2 * learnDays ? 'drift' : 'step';
    this.drift.reset();
    this.endEpisode(episode);
  }

  private endEpisode({ anomaly, start, expectation }: Episode) {
    const { firstDay, amounts } = this.history;
    const rises = amounts.slice(start).map((amount, offset) => {
      const day = firstDay + start + offset;
      return (
        amount - expectation.pattern.toAmount(expectation.level, day) - this.history.chargeOn(day)
      );
    });
    this.pastEpisode = { anomaly, end: this.history.length - 1, largestRise: Math.max(...rises) };
    this.episode = undefined;
    this.history.refreshCharges();
  }

  private judgeDrift({ index, day, amount, band, usual, expectation }: Today) {
    const { pattern } = expectation;
    if (Number.isNaN(pattern.toLevel(amount, day))) return undefined;
    const drift = this.drift.next(this.history.levels(patternDays), index, {
      deviation: expectation.deviation,
      slope: this.history.slope,
    });
    if (!drift) return undefined;
    const before = { ...expectation, level: drift.level };
    const kind = drift.isStep ? 'step' : 'drift';
    const past = this.pastEpisode;
    if (past && drift.start <= past.end + mergeDays) {
      if (past.anomaly.kind === 'spike') past.anomaly.kind = kind;
      this.episode = { anomaly: past.anomaly, start: drift.start, expectation: before };
      return undefined;
    }
    const charge = band.expected - usual;
    const anomaly: DayAnomaly = {
      day,
      amount,
      ...bandOn(before, { day, charge }, this.settings),
      kind,
    };
    this.episode = { anomaly, start: drift.start, expectation: before };
    this.anomalies.push(anomaly);
    return anomaly;
  }
}
