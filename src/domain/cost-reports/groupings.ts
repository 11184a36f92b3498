import { z } from 'zod';
import { type Grouping, parseGrouping } from '../costs/dimensions.js';
import { emptyValueRules, text } from '../../platform/kernel/fields.js';
import { splitCsvLine } from '../../platform/kernel/query-string.js';

/** Reads one grouping of a stored report; only the reports of segments have `segment`. */
function readGrouping(name: string): Grouping | undefined {
  const grouping = parseGrouping(name);
  return grouping?.kind === 'segment' ? undefined : grouping;
}

/** The names in a comma-joined list. */
const split = (joined: string) => splitCsvLine(joined).map((name) => name.trim());

/** Groupings of a report that was checked when it was stored. */
export function groupingsOf(joined: string | null): Grouping[] {
  return joined === null ? [] : split(joined).map((name) => parseGrouping(name)!);
}

function problemOf(joined: string): string | undefined {
  const seen = new Set<string>();
  for (const name of split(joined)) {
    const grouping = readGrouping(name);
    if (!grouping) return name ? `does not have a valid value: ${name}` : 'has an empty element';
    const meaning = JSON.stringify(grouping);
    if (seen.has(meaning)) return `names ${name} twice`;
    seen.add(meaning);
  }
  return undefined;
}

/** Comma-joined groupings of a body; only "" takes them away. */
export const groupings = () =>
  text()
    .superRefine((joined, check) => {
      const message = problemOf(joined);
      if (message) check.addIssue({ code: 'custom', message });
    })
    .nullable()
    .register(emptyValueRules, { blank: 'clears' })
    .describe('Joined by commas: provider,service,tag:team');

/** What a chart shows along its axis: time, or one grouping. */
export const axisDimension = z
  .string()
  .refine((name) => name === 'date' || readGrouping(name) !== undefined, {
    error: 'does not have a valid value',
  });
