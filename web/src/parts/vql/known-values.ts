import type { QueryClient } from '@tanstack/react-query';
import { type ListAnswer, getting } from '../../api/queries.js';

interface KnownValue {
  value: string;
  name?: string;
}

/** Lists of the API that tell which values a field has, and the keys of value and name in their rows. */
const sources: Record<string, { path: string; rows: string; value: string; name?: string }> = {
  'costs.provider': {
    path: '/v2/cost_providers',
    rows: 'cost_providers',
    value: 'key',
    name: 'name',
  },
  'costs.service': { path: '/v2/cost_services', rows: 'cost_services', value: 'name' },
  'costs.account_id': {
    path: '/v2/cost_provider_accounts',
    rows: 'cost_provider_accounts',
    value: 'account_id',
    name: 'title',
  },
  'tags.name': { path: '/v2/tags', rows: 'tags', value: 'tag_key' },
};

/** Values of a field in this workspace; none where the API has no list of them. */
export async function knownValues(
  client: QueryClient,
  field: string,
  workspace: string | undefined,
  before: string,
): Promise<KnownValue[]> {
  const source = field === 'tags.value' ? tagValues(before) : sources[field];
  if (!source) return [];
  const { path, rows, value, name } = source;
  const answer = await client.ensureQueryData(
    getting<ListAnswer>(path, { workspace_token: workspace }),
  );
  const found = (answer[rows] ?? []) as Record<string, string>[];
  return unique(
    found.map((row) => ({
      value: row[value] ?? '',
      ...(name && row[name] ? { name: row[name] } : {}),
    })),
  );
}

/** The values of the tag that was named last. */
function tagValues(before: string) {
  const key = [...before.matchAll(/tags\.name\s*=\s*'((?:[^']|'')*)'/gi)].at(-1)?.[1];
  if (!key) return undefined;
  const path = `/v2/tags/${encodeURIComponent(key.replaceAll("''", "'"))}/values`;
  return { path, rows: 'tag_values', value: 'tag_value', name: undefined };
}

const unique = (values: KnownValue[]): KnownValue[] => [
  ...new Map(values.map((each) => [each.value, each])).values(),
];
