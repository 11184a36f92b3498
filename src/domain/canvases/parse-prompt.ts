import type { CalendarBin } from '../../platform/lib/date-intervals.js';
import { type DateRange, resolveInterval } from '../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import { parseDate } from '../../platform/lib/time.js';
import { readDimensions } from './read-dimensions.js';
import { type Prompt, PromptError, type Vocabulary } from './prompt.js';
import { splitFilter } from './split-filter.js';
import { WordReader, wordsOf } from './words.js';

/** What a prompt says so far. */
type Draft = { -readonly [Key in keyof Prompt]?: Prompt[Key] };

/** Reads one part of a prompt; undefined when something else comes next, wherever it stopped then. */
type Clause = (reader: WordReader, known: Vocabulary, today: string) => Draft | undefined;

/**
 * Reads a prompt: a measure, and in any order a grain, dimensions, a range, sources, a number of rows
 * and a filter. `Show me monthly costs by provider` has the columns date, provider and cost.
 */
export function parsePrompt(text: string, known: Vocabulary, today: string): Prompt {
  const { rest, filter } = splitFilter(text, (word) => openers.has(word) || fillers.has(word));
  const reader = new WordReader(wordsOf(rest));
  const draft: Draft = {};
  const unknown: string[] = [];
  while (!reader.isDone) {
    const said = nextClause(reader, known, today);
    if (said) add(draft, said);
    else {
      const word = reader.next()!;
      if (word.isQuoted || !fillers.has(word.text.toLowerCase())) unknown.push(`"${word.text}"`);
    }
  }
  if (unknown.length > 0) throw new PromptError(`Not understood: ${unknown.join(', ')}.`);
  return complete({ ...draft, filter }, today);
}

function nextClause(reader: WordReader, known: Vocabulary, today: string): Draft | undefined {
  const from = reader.position;
  for (const clause of clauses) {
    const said = clause(reader, known, today);
    if (said) return said;
    reader.backTo(from);
  }
  return undefined;
}

/** A prompt says each thing once. */
function add(draft: Draft, said: Draft): void {
  const twice = Object.keys(said).find((key) => key in draft);
  if (twice) throw new PromptError(`The prompt names more than one ${words[twice] ?? twice}.`);
  Object.assign(draft, said);
}

const words: Readonly<Record<string, string>> = {
  groupings: 'list of dimensions',
  sources: 'list of providers and services',
  top: 'number of rows',
};

function complete(draft: Draft, today: string): Prompt {
  const { measure, grain = null } = draft;
  if (!measure) {
    throw new PromptError(
      'Say what to show: cost, usage, count, unit cost of a business metric, or a business metric.',
    );
  }
  const isCoarse = grain === 'month' || grain === 'quarter';
  const usualRange = resolveInterval(isCoarse ? 'last_3_months' : 'last_30_days', today);
  return {
    groupings: [],
    segment: null,
    range: usualRange,
    sources: [],
    top: null,
    filter: null,
    ...draft,
    measure,
    grain,
  };
}

const measure: Clause = (reader, known) => {
  const plain = reader.takeOne(Object.keys(plainMeasures));
  if (plain) return { measure: { kind: plainMeasures[plain]! } };
  const kind = reader.take('unit cost of')
    ? ('unit cost' as const)
    : reader.take('business metric') && ('business metric' as const);
  if (!kind) return undefined;
  const [metric] = reader.takeName(known.metrics);
  return metric && { measure: { kind, metric } };
};

const plainMeasures: Readonly<Record<string, 'cost' | 'usage' | 'count'>> = {
  cost: 'cost',
  costs: 'cost',
  spend: 'cost',
  usage: 'usage',
  count: 'count',
};

const grain: Clause = (reader) => {
  const word = reader.takeOne(Object.keys(grains));
  return word ? { grain: grains[word] } : undefined;
};

const grains: Readonly<Record<string, CalendarBin>> = {
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
  const found = reader.take('last') ? lastRange(reader, today) : writtenRange(reader);
  return found && { range: found };
};

function lastRange(reader: WordReader, today: string): DateRange | undefined {
  const count = numberUpTo(reader, 3660);
  if (count === undefined) return undefined;
  if (reader.takeOne(['days', 'day'])) return { start: addDays(today, 1 - count), end: today };
  if (count > 120 || !reader.takeOne(['months', 'month'])) return undefined;
  return { start: firstOfMonth(today, 1 - count), end: lastOfMonth(today) };
}

function writtenRange(reader: WordReader): DateRange | undefined {
  if (!reader.take('from')) return undefined;
  const start = parseDate(reader.next()?.text ?? '');
  const end = reader.take('to') ? parseDate(reader.next()?.text ?? '') : undefined;
  if (!start || !end) return undefined;
  if (start > end) throw new PromptError('The range ends before it starts.');
  return { start, end };
}

function numberUpTo(reader: WordReader, most: number): number | undefined {
  const text = reader.next()?.text ?? '';
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : undefined;
}

const sources: Clause = (reader, known) => {
  if (!reader.take('for')) return undefined;
  const found = reader.takeList(() => {
    const named = reader.takeName(known.sources);
    return named.length > 0 ? named : undefined;
  });
  return found.length > 0 ? { sources: found.flat() } : undefined;
};

const top: Clause = (reader) => {
  const count = reader.take('top') ? numberUpTo(reader, 1000) : undefined;
  return count === undefined ? undefined : { top: count };
};

const clauses: readonly Clause[] = [measure, grain, readDimensions, range, sources, top];

/** Words with which a part begins, and words that mean nothing by themselves. */
const openers = new Set([
  ...Object.keys(plainMeasures),
  ...Object.keys(grains),
  ...'unit business by this last year from for top'.split(' '),
]);

const fillers = new Set(
  (
    'a all an and are as chart did display during each get give how i in is list me much my of on our ' +
    'over please see show table the total us want was we were what with you ,'
  ).split(' '),
);
