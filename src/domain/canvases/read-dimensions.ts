import { type Prompt, PromptError, type Titled, type Vocabulary } from './prompt.js';
import type { WordReader } from './words.js';

/** What costs can be shown by, as people call it, and the grouping it stands for. */
const dimensions: Readonly<Record<string, string>> = {
  provider: 'provider',
  service: 'service',
  account: 'account_id',
  'billing account': 'billing_account_id',
  region: 'region',
  resource: 'resource_id',
  category: 'cost_category',
  subcategory: 'cost_subcategory',
  'charge type': 'charge_type',
};

/** Reads `by provider, service and tag team`. */
export function readDimensions(
  reader: WordReader,
  known: Vocabulary,
): Pick<Prompt, 'groupings' | 'segment'> | undefined {
  if (!reader.take('by')) return undefined;
  let segment: Titled | null = null;
  const groupings = reader.takeList(() => {
    const grouping = readDimension(reader, known.tagKeys);
    if (grouping === 'segment') segment = readSegment(reader, known.segments);
    return grouping;
  });
  return groupings.length > 0 ? { groupings: [...new Set(groupings)], segment } : undefined;
}

function readDimension(reader: WordReader, tagKeys: readonly string[]): string | undefined {
  const names = tagKeys.map((name) => ({ name }));
  if (reader.take('tag')) {
    const [key] = reader.takeName(names);
    const named = key?.name ?? reader.next()?.text;
    return named === undefined ? undefined : `tag:${named}`;
  }
  if (reader.take('segment')) return 'segment';
  const known = reader.takeOne(Object.keys(dimensions));
  if (known) return dimensions[known];
  const [key] = reader.takeName(names);
  return key && `tag:${key.name}`;
}

/** The tree that `segment` means: the one named, or the only one there is. */
function readSegment(reader: WordReader, segments: readonly Titled[]): Titled {
  const [named] = reader.takeName(segments);
  const [only, ...others] = segments;
  if (named) return named;
  if (!only) throw new PromptError('There is no segment that everybody here may see.');
  if (others.length === 0) return only;
  const names = segments.map(({ name }) => name).join(', ');
  throw new PromptError(`Say which of the top-level segments is meant: by segment ${names}.`);
}
