import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useProviders } from '../../features/costs/use-costs.js';
import { useTagList } from '../../features/costs/use-tag-keys.js';

const quoted = (name: string): string => (/^[\w-]+$/.test(name) ? name : `"${name}"`);

/** Prompts that have a table in this workspace, because they only name what it has. */
export function useExamples(): string[] {
  const workspace = useWorkspace();
  const query = { workspace_token: workspace?.token };
  const isLoaded = { enabled: workspace !== undefined };
  const segments = useGet('/v2/segments', { query }, isLoaded).data?.segments ?? [];
  const root = segments.find(({ parent_segment_token: parent }) => parent === null);
  const provider = useProviders()?.find(({ key }) => !key.startsWith('custom_provider'));
  const [tag] = useTagList().keys;
  return [
    'top 10 monthly costs by provider and service, last 6 months',
    'daily costs by region, last 14 days',
    ...(provider ? [`weekly usage by service for ${quoted(provider.name)}, last 30 days`] : []),
    ...(tag ? [`costs by tag ${quoted(tag)}, this month`] : []),
    ...(root ? [`monthly costs by segment ${quoted(root.title)}, last 3 months`] : []),
  ];
}
