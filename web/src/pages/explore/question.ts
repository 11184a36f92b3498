import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { addDays, addMonths, daysBetween, firstOfMonth, today } from '../../lib/dates.js';
import { type ChartKind, chartKinds } from '../../parts/chart/Chart.js';

export const bins = ['hour', 'day', 'week', 'month', 'quarter'] as const;
export type Bin = (typeof bins)[number];

/** What the explorer shows. All of it stands in the address. */
export interface Question {
  start: string;
  end: string;
  bin: Bin;
  groupings: string[];
  /** VQL; empty is every cost. */
  filter: string;
  kind: ChartKind;
}

/** Ranges that are asked for all the time. */
export const presets = (day = today()) => [
  { label: 'This month', start: firstOfMonth(day), end: day },
  { label: 'Last month', start: addMonths(day, -1), end: addDays(firstOfMonth(day), -1) },
  { label: 'Last 7 days', start: addDays(day, -7), end: addDays(day, -1) },
  { label: 'Last 30 days', start: addDays(day, -30), end: addDays(day, -1) },
  { label: 'Last 3 months', start: addMonths(day, -3), end: addDays(firstOfMonth(day), -1) },
  { label: 'Last 12 months', start: addMonths(day, -12), end: addDays(firstOfMonth(day), -1) },
];

type Search = Record<string, string | undefined>;

function questionOf(search: Search): Question {
  const usual = presets()[3]!;
  const isDay = (text = '') => /^\d{4}-\d{2}-\d{2}$/.test(text);
  return {
    start: isDay(search['start']) ? search['start']! : usual.start,
    end: isDay(search['end']) ? search['end']! : usual.end,
    bin: bins.find((each) => each === search['bin']) ?? 'day',
    groupings:
      search['group'] === undefined ? ['service'] : search['group'].split(',').filter(Boolean),
    filter: search['filter'] ?? '',
    kind: chartKinds.find((each) => each === search['chart']) ?? 'bar',
  };
}

/** The question in the address, and how to ask another: a new entry in the history each time. */
export function useQuestion(): [Question, (change: Partial<Question>) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const question = useMemo(() => questionOf(search), [search]);
  const change = (part: Partial<Question>) => {
    const { groupings, kind, ...rest } = { ...question, ...part };
    const next = { ...search, ...rest, group: groupings.join(','), chart: kind };
    void navigate({ to: '.', search: next });
  };
  return [question, change];
}

/** The same question about as many days right before. */
export function previousOf(question: Question): Question {
  const days = daysBetween(question.start, question.end) + 1;
  return { ...question, start: addDays(question.start, -days), end: addDays(question.start, -1) };
}
