import { z } from 'zod';
import { emptyValueRules, text } from '../../../platform/kernel/fields.js';
import { splitCsvLine } from '../../../platform/kernel/query-string.js';
import { ShapeFailure } from '../../../platform/lib/errors.js';
import { type Grouping, groupingName, parseGrouping } from './grouping.js';

/** Each grouping by a tag is a join. */
const maxGroupings = 20;

interface GroupingProblem {
  kind: 'unknown' | 'repeated';
  name: string;
}

/** The first grouping name that is unknown, or that repeats one before it. */
function findProblem(
  names: readonly string[],
  parse: (name: string) => Grouping | undefined,
): GroupingProblem | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    const grouping = parse(name);
    if (!grouping) return { kind: 'unknown', name };
    const canonical = groupingName(grouping);
    if (seen.has(canonical)) return { kind: 'repeated', name };
    seen.add(canonical);
  }
  return undefined;
}

const describeProblem = ({ kind, name }: GroupingProblem) =>
  kind === 'unknown' ? `does not have a valid value: ${name}` : `names ${name} twice`;

/** Query parameter with a list of groupings. Whether they suit the report is checked later. */
export const groupingsParameter = () =>
  z
    .array(z.string())
    .superRefine((names, check) => {
      const message = findListProblem(names);
      if (message) check.addIssue({ code: 'custom', message });
    })
    .describe('provider, service, account_id, tag:team, …; a name with a comma goes in quotes.');

function findListProblem(names: readonly string[]): string | undefined {
  if (names.length > maxGroupings) return `has more than ${maxGroupings} elements`;
  const problem = findProblem(names, parseGrouping);
  return problem && describeProblem(problem);
}

/** Body field with comma-joined groupings, as reports store them; only "" clears it. */
export const joinedGroupings = () =>
  text()
    .superRefine((joined, check) => {
      const message = findJoinedProblem(joined);
      if (message) check.addIssue({ code: 'custom', message });
    })
    .nullable()
    .register(emptyValueRules, { blank: 'clears' })
    .describe('Joined by commas: provider,service,tag:team');

function findJoinedProblem(joined: string): string | undefined {
  const problem = findProblem(splitNames(joined), parseReportGrouping);
  if (problem?.name === '') return 'has an empty element';
  return problem && describeProblem(problem);
}

/** Parses a grouping that a report can store; `segment` is for the reports of segments alone. */
export function parseReportGrouping(name: string): Grouping | undefined {
  const grouping = parseGrouping(name);
  return grouping?.kind === 'segment' ? undefined : grouping;
}

const splitNames = (joined: string) => splitCsvLine(joined).map((name) => name.trim());

/** Parses the comma-joined groupings of a stored report, which were checked when it was saved. */
export function parseJoinedGroupings(joined: string | null): Grouping[] {
  return joined === null ? [] : parseGroupings(splitNames(joined));
}

/** Parses grouping names that were checked before. */
export function parseGroupings(names: readonly string[]): Grouping[] {
  return names.map((name) => parseGrouping(name)!);
}

const defaultGroupings = ['provider', 'service', 'account_id'];

/** The requested groupings, or the defaults; only reports of segments can be grouped by segment. */
export function resolveGroupingNames(
  requested: readonly string[] | undefined,
  bySegment: boolean,
): string[] {
  if (!bySegment && requested?.includes('segment')) {
    throw new ShapeFailure(['groupings does not have a valid value: segment']);
  }
  return [...(requested ?? (bySegment ? ['segment'] : defaultGroupings))];
}
