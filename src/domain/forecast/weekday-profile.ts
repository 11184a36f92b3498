import { type DaySeries, weekdayOf } from './day-series.js';
import { median } from './statistics.js';

/** How a series moves: a day costs the level around it times the share of its weekday. */
export interface Profile {
  /** By day of the series. */
  levels: Float64Array;
  /** By weekday, from Monday. */
  shares: Float64Array;
}

const weeks = 8;

export function weekdayProfile(series: DaySeries): Profile {
  const levels = levelsAround(series.values);
  if (hasLevel(levels)) return profileOver(series, levels);
  // A series that costs on few days of the week has no level around them, but its weekdays have.
  return profileOver(series, new Float64Array(levels.length).fill(1));
}

/**
 * Median of the week around each day: every weekday is in it once, so that the pattern of the week
 * leaves no trace, up to three odd days change nothing and a step is followed at once. The last three
 * days, which bills often have not settled yet, are expected to go on as the weeks before.
 */
function levelsAround(values: Float64Array): Float64Array {
  const levels = new Float64Array(values.length);
  const window = new Float64Array(7);
  const last = values.length - 4;
  for (let day = 3; day <= last; day += 1) {
    for (let offset = 0; offset < 7; offset += 1) window[offset] = values[day - 3 + offset]!;
    levels[day] = window.toSorted()[3]!;
  }
  levels.fill(levels[3]!, 0, 3);
  const drift = driftOf(levels.subarray(3, last + 1));
  for (let ahead = 1; ahead <= 3; ahead += 1) levels[last + ahead] = levels[last]! + ahead * drift;
  return levels;
}

/** By how much a level moves a day, judged by three weeks. */
function driftOf(levels: Float64Array): number {
  const moves: number[] = [];
  for (let day = Math.max(levels.length - 21, 7); day < levels.length; day += 1) {
    moves.push((levels[day]! - levels[day - 7]!) / 7);
  }
  return median(moves);
}

/** Shares of a level make sense where there is one, on one side of zero. */
function hasLevel(levels: Float64Array): boolean {
  const recent = levels.slice(-7 * weeks);
  const above = recent.filter((level) => level > 0).length;
  const below = recent.filter((level) => level < 0).length;
  return Math.max(above, below) > recent.length / 2 && Math.min(above, below) === 0;
}

function profileOver({ firstDay, values }: DaySeries, levels: Float64Array): Profile {
  const shares = new Float64Array(7);
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const found: number[] = [];
    const last = values.length - 1;
    const latest = last - ((weekdayOf(firstDay + last) - weekday + 7) % 7);
    for (let day = latest; day >= 0 && found.length < weeks; day -= 7) {
      if (levels[day] !== 0) found.push(values[day]! / levels[day]!);
    }
    shares[weekday] = median(found);
  }
  return { levels, shares };
}
