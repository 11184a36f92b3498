import { type NamedObject, type Prompt, PromptError, type Vocabulary } from './prompt.js';
import type { WordReader } from './word-reader.js';

/** Dimension names in prompts, and the groupings they stand for. */
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

/** Parses `by provider, service and tag team`. */
export function parseDimensions(
  reader: WordReader,
  vocabulary: Vocabulary,
): Pick<Prompt, 'groupings' | 'segment'> | undefined {
  if (!reader.take('by')) return undefined;
  let segment: NamedObject | null = null;
  const groupings = reader.takeList(() => {
    const grouping = parseDimension(reader, vocabulary.tagKeys);
    if (grouping === 'segment') segment = parseSegment(reader, vocabulary.segments);
    return grouping;
  });
  return groupings.length > 0 ? { groupings: [...new Set(groupings)], segment } : undefined;
}

function parseDimension(reader: WordReader, tagKeys: readonly string[]): string | undefined {
  const names = tagKeys.map((name) => ({ name }));
  if (reader.take('tag')) {
    const [knownKey] = reader.takeName(names);
    const key = knownKey?.name ?? reader.next()?.text;
    return key === undefined ? undefined : `tag:${key}`;
  }
  if (reader.take('segment')) return 'segment';
  const dimension = reader.takeOne(Object.keys(dimensions));
  if (dimension) return dimensions[dimension];
  const [key] = reader.takeName(names);
  return key && `tag:${key.name}`;
}

/** The tree that `segment` refers to: the named one, or the only one there is. */
function parseSegment(reader: WordReader, segments: readonly NamedObject[]): NamedObject {
  const [named] = reader.takeName(segments);
  const [only, ...others] = segments;
  if (named) return named;
  if (!only) {
    throw new PromptError('There is no segment that everyone in the workspace can see.');
  }
  if (others.length === 0) return only;
  const names = segments.map(({ name }) => name).join(', ');
  throw new PromptError(`Name one of the top-level segments: by segment ${names}.`);
}
