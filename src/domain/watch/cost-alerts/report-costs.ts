import { createHash } from 'node:crypto';
import { Decimal } from '../../../platform/lib/decimal.js';

/** The costs of a group of a report by day. */
export interface GroupCosts {
  /** Digest of the values. */
  key: string;
  /** One per grouping. */
  values: readonly string[];
  /** What people call them. */
  names: readonly string[];
  /** Days with costs, in order. */
  days: readonly string[];
  /** The sum of all costs through each of these days. */
  totals: readonly Decimal[];
}

/** The costs of a report, as alerts compare them. */
export interface ReportCosts {
  groups: readonly GroupCosts[];
  /** Days on which any group has costs, in order. */
  days: readonly string[];
  /** The first day of all imported costs, of this report or another; null without any. */
  firstDay: string | null;
  /** The last day that is complete in every integration that contributes to the report. */
  completeThrough: string | null;
  currency: string;
}

export interface DailyCost {
  day: string;
  values: readonly (string | boolean | null)[];
  amount: string;
}

/** What a group without a value for a grouping is called. */
const noValue = 'no value';

/**
 * Sums daily costs, in order of their days, so that any interval takes two lookups per group. Values that
 * only programs know, such as those of custom providers, have names.
 */
export function groupDailyCosts(
  costs: readonly DailyCost[],
  names: ReadonlyMap<string, string> = new Map(),
): Pick<ReportCosts, 'groups' | 'days'> {
  const groups = new Map<string, { values: string[]; days: string[]; totals: Decimal[] }>();
  const days: string[] = [];
  for (const { day, values, amount } of costs) {
    if (days.at(-1) !== day) days.push(day);
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values: values.map(nameOf), days: [], totals: [] };
    groups.set(key, group);
    const total = (group.totals.at(-1) ?? new Decimal(0)).plus(amount);
    if (group.days.at(-1) === day) group.totals[group.totals.length - 1] = total;
    else {
      group.days.push(day);
      group.totals.push(total);
    }
  }
  return {
    days,
    groups: [...groups].map(([key, group]) => ({
      key: createHash('sha256').update(key).digest('hex'),
      ...group,
      names: group.values.map((value) => names.get(value) ?? value),
    })),
  };
}

const nameOf = (value: string | boolean | null) => (value === null ? noValue : String(value));

/** The costs of a group from a first to a last day. */
export function sumBetween({ days, totals }: GroupCosts, first: string, last: string): Decimal {
  const [before, through] = [countBefore(days, first), countThrough(days, last)];
  if (through <= before) return new Decimal(0);
  return before === 0 ? totals[through - 1]! : totals[through - 1]!.minus(totals[before - 1]!);
}

/** The last of these days that lies between two others. */
export function lastDayBetween(
  days: readonly string[],
  first: string,
  last: string,
): string | undefined {
  const day = days[countThrough(days, last) - 1];
  return day !== undefined && day >= first ? day : undefined;
}

const countBefore = (days: readonly string[], day: string) => countWhile(days, (at) => at < day);
const countThrough = (days: readonly string[], day: string) => countWhile(days, (at) => at <= day);

/** How many of the ordered days hold; those that do come first. */
function countWhile(days: readonly string[], holds: (day: string) => boolean): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(days[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
