import type { DateRange } from '../../platform/lib/date-intervals.js';
import { addDays } from '../../platform/lib/days.js';

/** Days on which the same rules hold, as ranges without gaps between first and last day. */
export interface Phase {
  /** Stands for all its days when a rule asks whether it holds. */
  day: string;
  ranges: readonly DateRange[];
}

/**
 * Cuts a range at the given days and puts the pieces together again on which `signature` says that
 * the same rules hold. Most questions end up with one phase.
 */
export function phasesWithin(
  range: DateRange,
  cuts: readonly string[],
  signature: (day: string) => string,
): Phase[] {
  const inside = cuts.filter((day) => day > range.start && day <= range.end);
  const starts = [...new Set([range.start, ...inside])].toSorted();
  const phases = new Map<string, { day: string; ranges: DateRange[] }>();
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    const piece = { start, end: next === undefined ? range.end : addDays(next, -1) };
    const known = phases.get(signature(start));
    if (known) known.ranges.push(piece);
    else phases.set(signature(start), { day: start, ranges: [piece] });
  }
  return [...phases.values()];
}

/** SQL of the number of a row's phase. */
export function phaseSql(phases: readonly Phase[]): string {
  const branches = phases.slice(1).flatMap(({ ranges }, index) => {
    const tests = ranges.map(
      ({ start, end }) => `usage_date BETWEEN toDate('${start}') AND toDate('${end}')`,
    );
    return [tests.join(' OR '), `${index + 1}`];
  });
  return branches.length === 0 ? 'toUInt16(0)' : `toUInt16(multiIf(${branches.join(', ')}, 0))`;
}
