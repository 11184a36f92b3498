import { resourceTypes } from '../../../../src/domain/optimise/resources/resource-types.js';
import { getQuery, queryClient } from '../../api/queries.js';

interface KnownValue {
  value: string;
  name?: string | null;
}

/** The values of a field in a workspace; empty for fields that the API does not list. `tags.value` needs a tag key. */
export async function readKnownValues(
  field: string,
  workspace: string | undefined,
  tagKey?: string,
): Promise<KnownValue[]> {
  const values = await readValues(field, { workspace_token: workspace }, tagKey);
  return [...new Map(values.map((each) => [each.value, each])).values()];
}

async function readValues(
  field: string,
  query: { workspace_token: string | undefined },
  tagKey: string | undefined,
): Promise<KnownValue[]> {
  const read = queryClient.ensureQueryData.bind(queryClient);
  switch (field) {
    case 'resources.type':
      return resourceTypes.map((value) => ({ value }));
    case 'resources.provider':
    case 'costs.provider': {
      const { cost_providers } = await read(getQuery('/v2/cost_providers', { query }));
      return cost_providers.map(({ key, name }) => ({ value: key, name }));
    }
    case 'costs.service': {
      const { cost_services } = await read(getQuery('/v2/cost_services', { query }));
      return cost_services.map(({ name }) => ({ value: name }));
    }
    case 'resources.account_id':
    case 'costs.account_id': {
      const list = await read(getQuery('/v2/cost_provider_accounts', { query }));
      return list.cost_provider_accounts.map(({ account_id, title }) => ({
        value: account_id,
        name: title,
      }));
    }
    case 'tags.name': {
      const { tags } = await read(getQuery('/v2/tags'));
      return tags.map(({ tag_key }) => ({ value: tag_key }));
    }
    case 'tags.value': {
      if (!tagKey) return [];
      const path = { key: tagKey };
      const { tag_values } = await read(getQuery('/v2/tags/{key}/values', { path }));
      return tag_values.map(({ tag_value }) => ({ value: tag_value }));
    }
    default:
      return [];
  }
}
