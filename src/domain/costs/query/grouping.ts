import { type DimensionName, dimensions } from './dimensions.js';

/** What costs are grouped by: a column, a tag, or the segments of a segment's report. */
export type Grouping =
  | { kind: 'dimension'; name: DimensionName }
  | { kind: 'tag'; key: string }
  | { kind: 'segment' };

/** Parses the API name of a grouping; undefined when there is none of that name. */
export function parseGrouping(name: string): Grouping | undefined {
  if (name === 'resource') return { kind: 'dimension', name: 'resource_id' };
  if (name === 'segment') return { kind: 'segment' };
  if (name.startsWith('tag:') && name.length > 4) return { kind: 'tag', key: name.slice(4) };
  return isDimensionName(name) ? { kind: 'dimension', name } : undefined;
}

function isDimensionName(name: string): name is DimensionName {
  return Object.hasOwn(dimensions, name);
}

/** The canonical API name of a grouping: `resource` is `resource_id`. */
export function groupingName(grouping: Grouping): string {
  if (grouping.kind === 'tag') return `tag:${grouping.key}`;
  return grouping.kind === 'segment' ? 'segment' : grouping.name;
}

/** Whether costs are grouped by a dimension. */
export function isGroupedBy(groupings: readonly Grouping[], name: DimensionName): boolean {
  return groupings.some((grouping) => grouping.kind === 'dimension' && grouping.name === name);
}

/** The keys of the tags among groupings. */
export function groupedTagKeys(groupings: readonly Grouping[]): string[] {
  return groupings.flatMap((grouping) => (grouping.kind === 'tag' ? [grouping.key] : []));
}
