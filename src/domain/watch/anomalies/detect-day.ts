import { weekdayOf, mean, median, medianSlope } from '../../reports/forecast/index.js';
import { type Course, CourseFollower } from './detect-course.js';
import { type Drift, DriftDetector } from './detect-drift.js';
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
  /** The monthly charge that is expected on it, and everything else that is. */
  charge: number;
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
  /** How each of them goes on. */
  private readonly followers: CourseFollower[] = [];
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

  /** How the anomalies go on, in their order. */
  get courses(): Course[] {
    return this.followers.map(({ course }) => course);
  }

  /** Takes the costs of the next day. */
  next(amount: number): DayVerdict {
    const verdict = this.judgeNext(amount);
    this.followCourses();
    return verdict;
  }

  /** Of several events at once, the latest one has what is above its own expectation. */
  private followCourses() {
    const { amounts, firstDay } = this.history;
    let ceiling = Infinity;
    for (const follower of this.followers.toReversed()) {
      let expected = ceiling;
      // A drift begins some days before the one on which it shows.
      while (!follower.course.isOver && follower.nextDay < firstDay + amounts.length) {
        const day = follower.nextDay;
        const charge = this.history.chargeOn(day);
        const limits = { ceiling, settings: this.settings };
        expected = follower.next(amounts[day - firstDay]!, charge, limits);
      }
      ceiling = expected;
    }
  }

  private judgeNext(amount: number): DayVerdict {
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
    const anomaly = this.judge({ index, day, amount, charge, usual, band, expectation });
    return anomaly ? { band, anomaly } : { band };
  }

  private judge(today: Today): DayAnomaly | undefined {
    if (this.episode) {
      this.continueEpisode(this.episode, today);
      return undefined;
    }
    const { index, amount, charge, usual, band } = today;
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
  private followsWeekday({ amount, charge }: Today): boolean {
    return amount <= this.factor * (Math.max(...this.history.sameWeekdays()) + charge);
  }

  /** Whether such an amount came on the same day of earlier months, or comes now and then. */
  private isRecurring({ day, amount, usual }: Today): boolean {
    const { history } = this;
    const comparable = (index: number) => history.comparableAmount(index, day, usual);
    const known = sameDaysBefore(history, day).map(comparable);
    const isSimilar = (index: number) =>
      amount <= this.factor * comparable(index) &&
      amount - usual >= minSimilarity * history.riseOn(index);
    return (
      amount <= this.factor * Math.max(usualPeak(history, comparable) ?? 0, ...known) ||
      recursMonthly(history, day, isSimilar)
    );
  }

  private isWorthReporting(today: Today): boolean {
    const { day, amount, charge, expectation } = today;
    const recent = expectation.pattern.toAmount(expectation.recentMean, day) + charge;
    return amount - recent >= this.settings.minRise && !this.belongsToPastEpisode(today);
  }

  private belongsToPastEpisode({ index, amount, band }: Today): boolean {
    const past = this.pastEpisode;
    if (!past) return false;
    const days = index - past.end;
    const isSmaller = amount - band.expected <= 2 * past.largestRise;
    const belongs =
      (days <= aftermathDays && isSmaller) || (days <= mergeDays && this.drift.isRising);
    if (belongs) past.end = index;
    return belongs;
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
    this.report(anomaly, expectation);
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
    const levels = this.history.levelsSince(start, expectation.pattern);
    const largestRise = Math.max(...levels) - expectation.level;
    this.pastEpisode = { anomaly, end: this.history.length - 1, largestRise };
    this.episode = undefined;
    this.history.refreshCharges();
  }

  private judgeDrift(today: Today): DayAnomaly | undefined {
    const { index, day, amount, expectation } = today;
    if (Number.isNaN(expectation.pattern.toLevel(amount, day))) return undefined;
    const drift = this.drift.next(this.history.levels(patternDays), index, {
      deviation: expectation.deviation,
      slope: this.history.slope,
    });
    if (!drift) return undefined;
    const kind = drift.isStep ? 'step' : 'drift';
    const before = { ...expectation, level: drift.level };
    const reported = this.reportedBefore(drift.start);
    const anomaly = reported ?? { ...this.clearestDay(drift, before), kind };
    if (anomaly.kind === 'spike') anomaly.kind = kind;
    this.episode = { anomaly, start: drift.start, expectation: before };
    if (reported) return undefined;
    this.report(anomaly, before);
    return anomaly;
  }

  private report(anomaly: DayAnomaly, expectation: Expectation) {
    this.anomalies.push(anomaly);
    this.followers.push(new CourseFollower(anomaly, expectation));
  }

  /**
   * A drift shows in a week rather than in its last day: it is reported with the last day of that week which
   * shows it, above the limit that the week has reached, and best also above the mean of the days before it.
   */
  private clearestDay({ level, limit }: Drift, expectation: Expectation): Omit<DayAnomaly, 'kind'> {
    const { amounts, firstDay } = this.history;
    const { pattern } = expectation;
    const week = amounts.slice(-learnDays).map((amount, offset, all) => {
      const index = amounts.length - all.length + offset;
      const day = firstDay + index;
      const charge = this.history.chargeOn(day);
      const { expected, lower } = bandOn(expectation, { day, charge }, this.settings);
      const rise = pattern.toAmount(limit, day) - pattern.toAmount(level, day);
      const upper = expected + Math.max(rise, this.settings.minRise);
      const isAboveMean = amount > mean(amounts.slice(Math.max(index - learnDays, 0), index));
      return { day, amount, expected, lower, upper, isAboveMean };
    });
    const above = week.filter(({ amount, upper }) => amount > upper);
    const clear = above.filter(({ isAboveMean }) => isAboveMean);
    const { isAboveMean: _, ...clearest } = (clear.at(-1) ?? above.at(-1) ?? week.at(-1))!;
    return clearest;
  }

  /** The anomaly that a drift is the continuation of. */
  private reportedBefore(start: number): DayAnomaly | undefined {
    const past = this.pastEpisode;
    return past && start <= past.end + mergeDays ? past.anomaly : undefined;
  }
}
