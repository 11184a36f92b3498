import { checkFilter, FilterError } from '../../costs/vql/index.js';
import { PromptError } from './prompt.js';
import { splitWords } from './word-reader.js';

/** Each attempt parses the filter text again. */
const maxAttempts = 50;

/**
 * Extracts `where <VQL>` from a prompt. The filter is the longest valid text after `where`: up to the
 * end, or up to a word that may continue the prompt, as in `where costs.provider = 'aws' by service`.
 */
export function splitFilter(
  prompt: string,
  mayContinue: (word: string) => boolean,
): { rest: string; filter: string | null } {
  const where = splitWords(prompt).find(
    ({ text, isQuoted }) => !isQuoted && text.toLowerCase() === 'where',
  );
  if (!where) return { rest: prompt, filter: null };
  const from = where.start + 'where'.length;
  const ends = splitWords(prompt)
    .filter(({ start, text }) => start > from && mayContinue(text.toLowerCase()))
    .map(({ start }) => start)
    .toReversed();
  for (const end of [prompt.length, ...ends.slice(0, maxAttempts)]) {
    const filter = prompt
      .slice(from, end)
      .trim()
      .replace(/[\s,.]+$/, '');
    if (filterProblem(filter) === undefined) {
      return { rest: `${prompt.slice(0, where.start)} ${prompt.slice(end)}`, filter };
    }
  }
  throw new PromptError(filterProblem(prompt.slice(from)));
}

function filterProblem(filter: string): string | undefined {
  try {
    return checkFilter('costs_query', filter) === null ? 'No filter follows "where".' : undefined;
  } catch (error) {
    if (error instanceof FilterError) return error.message;
    throw error;
  }
}
