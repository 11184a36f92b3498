import { checkFilter, FilterError } from '../vql/index.js';
import { PromptError } from './prompt.js';
import { wordsOf } from './words.js';

/** Each try reads the text once more. */
const mostTries = 50;

/**
 * Takes `where <VQL>` out of a prompt. The filter reaches as far as it can: up to the end, or up to a
 * word with which the prompt may go on, as in `where costs.provider = 'aws' by service`.
 */
export function splitFilter(
  prompt: string,
  mayGoOn: (word: string) => boolean,
): { rest: string; filter: string | null } {
  const where = wordsOf(prompt).find(
    ({ text, isQuoted }) => !isQuoted && text.toLowerCase() === 'where',
  );
  if (!where) return { rest: prompt, filter: null };
  const from = where.start + 'where'.length;
  const ends = wordsOf(prompt)
    .filter(({ start, text }) => start > from && mayGoOn(text.toLowerCase()))
    .map(({ start }) => start)
    .toReversed();
  for (const end of [prompt.length, ...ends.slice(0, mostTries)]) {
    const filter = prompt
      .slice(from, end)
      .trim()
      .replace(/[\s,.]+$/, '');
    if (problemOf(filter) === undefined) {
      return { rest: `${prompt.slice(0, where.start)} ${prompt.slice(end)}`, filter };
    }
  }
  throw new PromptError(problemOf(prompt.slice(from)));
}

function problemOf(filter: string): string | undefined {
  try {
    return checkFilter('costs_query', filter) === null ? 'No filter follows "where".' : undefined;
  } catch (error) {
    if (error instanceof FilterError) return error.message;
    throw error;
  }
}
