import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { type DateRange, resolveInterval } from '../../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import { parseDate } from '../../../platform/lib/time.js';
import { parseDimensions } from './parse-dimensions.js';
import { type Prompt, PromptError, type Vocabulary } from './prompt.js';
import { splitFilter } from './split-filter.js';
import { WordReader, splitWords } from './word-reader.js';

/** The parts parsed so far. */
type Draft = { -readonly [Key in keyof Prompt]?: Prompt[Key] };

/** Parses one part of a prompt; returns undefined when something else comes next. The caller rewinds. */
type Clause = (reader: WordReader, vocabulary: Vocabulary, today: string) => Draft | undefined;

/**
 * Parses a prompt: a measure and, in any order, a granularity, dimensions, a date range, sources, a
 * number of rows and a filter. `Show me monthly costs by provider` has the columns date, provider and
 * cost.
 */
export function parsePrompt(text: string, vocabulary: Vocabulary, today: string): Prompt {
  const { rest, filter } = splitFilter(text, (word) => firstWords.has(word) || fillers.has(word));
  const reader = new WordReader(splitWords(rest));
  const draft: Draft = {};
  const notUnderstood: string[] = [];
  while (!reader.isAtEnd) {
    const part = parseClause(reader, vocabulary, today);
    if (part) addPart(draft, part);
    else {
      const word = reader.next()!;
      if (word.isQuoted || !fillers.has(word.text.toLowerCase()))
        notUnderstood.push(`"${word.text}"`);
    }
  }
  if (notUnderstood.length > 0)
    throw new PromptError(`Not understood: ${notUnderstood.join(', ')}.`);
  return complete({ ...draft, filter }, today);
}

function parseClause(reader: WordReader, vocabulary: Vocabulary, today: string): Draft | undefined {
  const start = reader.position;
  for (const clause of clauses) {
    const part = clause(reader, vocabulary, today);
    if (part) return part;
    reader.rewindTo(start);
  }
  return undefined;
}

/** Each part may occur only once. */
function addPart(draft: Draft, part: Draft): void {
  const repeated = Object.keys(part).find((key) => key in draft);
  if (repeated) {
    throw new PromptError(`The prompt has more than one ${partNames[repeated] ?? repeated}.`);
  }
  Object.assign(draft, part);
}

const partNames: Readonly<Record<string, string>> = {
  groupings: 'list of dimensions',
  range: 'date range',
  sources: 'list of providers and services',
  top: 'number of rows',
};

function complete(draft: Draft, today: string): Prompt {
  const { measure, granularity = null } = draft;
  if (!measure) {
    throw new PromptError(
      'Say what to show: cost, usage, count, unit cost of a business metric, or a business metric.',
    );
  }
  const isCoarse = granularity === 'month' || granularity === 'quarter';
  const defaultRange = resolveInterval(isCoarse ? 'last_3_months' : 'last_30_days', today);
  return {
    groupings: [],
    segment: null,
    range: defaultRange,
    sources: [],
    top: null,
    filter: null,
    ...draft,
    measure,
    granularity,
  };
}

const measure: Clause = (reader, vocabulary) => {
  const keyword = reader.takeOne(Object.keys(costMeasures));
  if (keyword) return { measure: { kind: costMeasures[keyword]! } };
  const kind = reader.take('unit cost of')
    ? ('unit cost' as const)
    : reader.take('business metric') && ('business metric' as const);
  if (!kind) return undefined;
  const [metric] = reader.takeName(vocabulary.metrics);
  return metric && { measure: { kind, metric } };
};

const costMeasures: Readonly<Record<string, 'cost' | 'usage' | 'count'>> = {
  cost: 'cost',
  costs: 'cost',
  spend: 'cost',
  usage: 'usage',
  count: 'count',
};

const granularity: Clause = (reader) => {
  const word = reader.takeOne(Object.keys(granularities));
  return word ? { granularity: granularities[word] } : undefined;
};

const granularities: Readonly<Record<string, CalendarBin>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
};

const range: Clause = (reader, _, today) => {
  if (reader.take('this month')) return { range: resolveInterval('this_month', today) };
  if (reader.take('last month')) return { range: resolveInterval('last_month', today) };
  if (reader.take('year to date')) return { range: resolveInterval('year_to_date', today) };
  const dates = reader.take('last') ? relativeRange(reader, today) : absoluteRange(reader);
  return dates && { range: dates };
};

function relativeRange(reader: WordReader, today: string): DateRange | undefined {
  const count = takeNumber(reader, 3660);
  if (count === undefined) return undefined;
  if (reader.takeOne(['days', 'day'])) return { start: addDays(today, 1 - count), end: today };
  if (count > 120 || !reader.takeOne(['months', 'month'])) return undefined;
  return { start: firstOfMonth(today, 1 - count), end: lastOfMonth(today) };
}

function absoluteRange(reader: WordReader): DateRange | undefined {
  if (!reader.take('from')) return undefined;
  const start = parseDate(reader.next()?.text ?? '');
  const end = reader.take('to') ? parseDate(reader.next()?.text ?? '') : undefined;
  if (!start || !end) return undefined;
  if (start > end) throw new PromptError('The date range ends before it starts.');
  return { start, end };
}

function takeNumber(reader: WordReader, max: number): number | undefined {
  const text = reader.next()?.text ?? '';
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : undefined;
}

const sources: Clause = (reader, vocabulary) => {
  if (!reader.take('for')) return undefined;
  const found = reader.takeList(() => {
    const named = reader.takeName(vocabulary.sources);
    return named.length > 0 ? named : undefined;
  });
  return found.length > 0 ? { sources: found.flat() } : undefined;
};

const top: Clause = (reader) => {
  const count = reader.take('top') ? takeNumber(reader, 1000) : undefined;
  return count === undefined ? undefined : { top: count };
};

const clauses: readonly Clause[] = [measure, granularity, parseDimensions, range, sources, top];

/** Words that a part may begin with. */
const firstWords = new Set([
  ...Object.keys(costMeasures),
  ...Object.keys(granularities),
  ...'unit business by this last year from for top'.split(' '),
]);

/** Words that are ignored. */
const fillers = new Set(
  (
    'a all an and are as chart did display during each get give how i in is list me much my of on our ' +
    'over please see show table the total us want was we were what with you ,'
  ).split(' '),
);
