import { type Expectation, bandOn } from './detect-expectation.js';
import type { DetectionSettings } from './detection-settings.js';

/** A day of an event. */
export interface CourseDay {
  /** What the day would have cost without it. */
  expected: number;
  /** What a later event of the same series counts from; costs above it are not of this one. */
  ceiling: number;
}

/** How an anomaly goes on: its days in a row, from the first one on. */
export interface Course {
  days: CourseDay[];
  /** Whether costs have come back to what was expected. */
  isOver: boolean;
}

/** A new level is over once this many days in a row are within the range before it; a spike with the first. */
const quietDays = 3;

/** Follows an anomaly by what was expected before it, however long it lasts. */
export class CourseFollower {
  readonly course: Course = { days: [], isOver: false };
  /** Days within the expected range; part of the event if it goes on after them. */
  private quiet: CourseDay[] = [];

  constructor(
    private readonly anomaly: { day: number; kind: 'spike' | 'step' | 'drift' },
    /** From before the anomaly. */
    private readonly expectation: Expectation,
  ) {}

  /** The day that comes next. */
  get nextDay(): number {
    return this.anomaly.day + this.course.days.length + this.quiet.length;
  }

  /** Takes the costs of the next day; returns the ceiling of earlier events. */
  next(
    amount: number,
    charge: number,
    { ceiling, settings }: { ceiling: number; settings: DetectionSettings },
  ): number {
    const { course, expectation, nextDay: day } = this;
    const { expected, upper } = bandOn(expectation, { day, charge }, settings);
    const counted = { expected, ceiling };
    if (course.days.length === 0 || amount > upper) {
      course.days.push(...this.quiet, counted);
      this.quiet = [];
    } else {
      this.quiet.push(counted);
      course.isOver = this.quiet.length >= (this.anomaly.kind === 'spike' ? 1 : quietDays);
    }
    return Math.min(ceiling, expected);
  }
}
