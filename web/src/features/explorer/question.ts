import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { addCalendarMonths, today } from '../../lib/dates.js';
import { type ChartKind, chartKinds } from '../../parts/chart/chart-data.js';
import { type Bin, bins } from '../costs/bins.js';
import { intervals } from '../costs/intervals.js';
import {
  type CountedCosts,
  type Measure,
  measures,
  settingsFrom,
  settingsText,
  usualSettings,
} from '../costs/settings.js';

export const comparisons = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

/** What the explorer shows. All of it stands in the address, as far as it differs from where one began. */
export interface Question {
  start: string;
  end: string;
  bin: Bin;
  groupings: string[];
  /** VQL; empty is every cost. */
  filter: string;
  kind: ChartKind;
  measure: Measure;
  compare: Comparison;
  settings: CountedCosts;
}

/** Where the explorer begins without a report. */
export function usualQuestion(): Question {
  const { start, end } = intervals(today()).find(({ name }) => name === 'last_30_days')!;
  return {
    start,
    end,
    bin: 'day',
    groupings: ['service'],
    filter: '',
    kind: 'bar',
    measure: 'cost',
    compare: 'previous',
    settings: usualSettings,
  };
}

export type ChangeQuestion = (change: Partial<Question>) => void;

type Search = Record<string, string | undefined>;

const isDay = (text = '') => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function questionOf(search: Search, base: Question): Question {
  const oneOf = <Value extends string>(known: readonly Value[], name: string, usual: Value) =>
    known.find((each) => each === search[name]) ?? usual;
  const range = isDay(search['start']) && isDay(search['end']) ? search : base;
  return {
    start: range['start']!,
    end: range['end']!,
    bin: oneOf(bins, 'bin', base.bin),
    groupings:
      search['group'] === undefined ? base.groupings : search['group'].split(',').filter(isNamed),
    filter: search['filter'] === undefined ? base.filter : search['filter'].trim(),
    kind: oneOf(chartKinds, 'chart', base.kind),
    measure: oneOf(measures, 'measure', base.measure),
    compare: oneOf(comparisons, 'compare', base.compare),
    settings: search['settings'] === undefined ? base.settings : settingsFrom(search['settings']),
  };
}

/** An address leaves empty texts out, so "nothing" has a sign of its own. */
const nothing = '-';
const isNamed = (name: string) => name !== '' && name !== nothing;

function searchOf(question: Question, base: Question): Search {
  const unless = (isSame: boolean, text: string) => (isSame ? '' : text);
  const { start, end, groupings, filter, settings } = question;
  const isRange = start === base.start && end === base.end;
  const group = groupings.join(',') || nothing;
  return {
    start: unless(isRange, start),
    end: unless(isRange, end),
    bin: unless(question.bin === base.bin, question.bin),
    group: unless(group === (base.groupings.join(',') || nothing), group),
    filter: unless(filter === base.filter, filter || ' '),
    chart: unless(question.kind === base.kind, question.kind),
    measure: unless(question.measure === base.measure, question.measure),
    compare: unless(question.compare === base.compare, question.compare),
    settings: unless(
      settingsText(settings) === settingsText(base.settings),
      settingsText(settings) || nothing,
    ),
  };
}

/**
 * The question in the address, and how to ask another: a new entry in the history each time. `onAsk` hears of
 * it before anything is drawn.
 */
export function useQuestion(
  base: Question,
  onAsk: (question: Question) => void,
): [Question, ChangeQuestion] {
  const search: Search = useSearch({ strict: false });
  const router = useRouter();
  const question = useMemo(() => questionOf(search, base), [search, base]);
  const change = useCallback(
    (part: Partial<Question>) => {
      // The address as it is now, so that this function stays the same from one question to the next.
      const now: Search = router.latestLocation.search;
      const next = { ...questionOf(now, base), ...part };
      onAsk(next);
      const changed = { ...now, ...searchOf(next, base) };
      void router.navigate({ to: '.', search: changed, resetScroll: false });
    },
    [router, base, onAsk],
  );
  return [question, change];
}

/**
 * What a question is compared with: the same days the fewest months earlier that keep the two apart, or a
 * year earlier. Days that are not complete have nothing to be compared with.
 */
export function comparedWith(question: Question, complete: string): Question | undefined {
  const { start, compare } = question;
  const end = lastCounted(question, complete);
  if (compare === 'none' || end < start) return undefined;
  let back = compare === 'year' ? 12 : 1;
  while (addCalendarMonths(end, -back) >= start) back += 1;
  return {
    ...question,
    start: addCalendarMonths(start, -back),
    end: addCalendarMonths(end, -back),
  };
}

/** The last day of a range that is complete. */
export const lastCounted = ({ end }: Question, complete: string): string =>
  end < complete ? end : complete;
