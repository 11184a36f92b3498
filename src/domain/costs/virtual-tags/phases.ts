import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth } from '../../../platform/lib/days.js';
import { type Sql, sql } from '../../../platform/store/sql.js';

/** Days on which the same rules apply, as date ranges. */
export interface Phase {
  /** A day that represents them all when a rule is tested. */
  day: string;
  ranges: readonly DateRange[];
}

/**
 * Splits a range at the given days and merges the pieces for which `signature` says that the same
 * rules apply. Most queries end up with one phase.
 */
export function splitIntoPhases(
  range: DateRange,
  boundaries: readonly string[],
  signature: (day: string) => string,
): Phase[] {
  const inside = boundaries.filter((day) => day > range.start && day <= range.end);
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

/** Whether a phase begins or ends within a month, other than at the ends of the range. */
export function changesWithinMonth(phases: readonly Phase[], range: DateRange): boolean {
  const starts = phases.flatMap(({ ranges }) => ranges.map(({ start }) => start));
  return starts.some((day) => day !== range.start && day !== firstOfMonth(day));
}

/** SQL of the index of a row's phase. */
export function phaseSql(phases: readonly Phase[]): Sql {
  const cases = phases.slice(1).flatMap(({ ranges }, index) => {
    const tests = ranges.map(
      ({ start, end }) =>
        sql`usage_date BETWEEN toDate(${sql.literal(start)}) AND toDate(${sql.literal(end)})`,
    );
    return [sql.join(tests, ' OR '), sql`${index + 1}`];
  });
  return cases.length === 0 ? sql`toUInt16(0)` : sql`toUInt16(multiIf(${sql.join(cases)}, 0))`;
}

/** The index of the phase that a day belongs to. */
export function phaseIndexOn(phases: readonly Phase[], day: string): number {
  return phases.findIndex(({ ranges }) =>
    ranges.some(({ start, end }) => start <= day && day <= end),
  );
}

/** SQL of the index of the phase that contains another tag's phase, given the SQL of the latter's index. */
export function containingPhaseSql(
  column: Sql,
  phases: readonly Phase[],
  containing: readonly Phase[],
): Sql {
  if (containing.length === 1) return sql`toUInt16(0)`;
  const indexes = phases.map(({ day }) => phaseIndexOn(containing, day));
  return sql`toUInt16([${sql.numbers(indexes)}][${column} + 1])`;
}
