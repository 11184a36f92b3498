import { z } from 'zod';
import { type Grouping, parseGrouping } from './dimensions.js';
import { ShapeFailure } from '../../platform/lib/errors.js';

/** Each grouping by a tag is a join. */
const mostGroupings = 20;

/** Groupings of a query; whether they suit the report in question is not known here. */
export const queryGroupings = () =>
  z
    .array(z.string())
    .superRefine((names, check) => {
      const message = problemOf(names);
      if (message) check.addIssue({ code: 'custom', message });
    })
    .describe('provider, service, account_id, tag:team, …; a name with a comma goes in quotes.');

function problemOf(names: readonly string[]): string | undefined {
  if (names.length > mostGroupings) return `has more than ${mostGroupings} elements`;
  const seen = new Set<string>();
  for (const name of names) {
    const grouping = parseGrouping(name);
    if (!grouping) return `does not have a valid value: ${name}`;
    const meaning = groupingName(grouping);
    if (seen.has(meaning)) return `names ${name} twice`;
    seen.add(meaning);
  }
  return undefined;
}

const usualGroupings = ['provider', 'service', 'account_id'];

/** Names of the groupings that a question asks for or leaves open; only reports of segments have any. */
export function groupingNames(asked: readonly string[] | undefined, bySegment: boolean): string[] {
  if (!bySegment && asked?.includes('segment')) {
    throw new ShapeFailure(['groupings does not have a valid value: segment']);
  }
  return [...(asked ?? (bySegment ? ['segment'] : usualGroupings))];
}

export function groupingsOf(names: readonly string[]): Grouping[] {
  return names.map((name) => parseGrouping(name)!);
}

/** The name of a grouping, each in one spelling. */
export function groupingName(grouping: Grouping): string {
  if (grouping.kind === 'tag') return `tag:${grouping.key}`;
  return grouping.kind === 'segment' ? 'segment' : grouping.name;
}
