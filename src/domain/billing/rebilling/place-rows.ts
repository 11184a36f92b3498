import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import type { PlacedRow } from './added-lines.js';
import type { AddedRow } from './added-rows.js';
import type { SourceLoad } from './source-loads.js';

interface ServiceOwner {
  service: string;
  provider: string;
  integration: string;
}

export interface PlaceRowsInput {
  managedAccount: string;
  sources: readonly SourceLoad[];
  ruleTokens: readonly string[];
}

const customProvider = 'custom_provider';

/**
 * Completes rows that rules add: their provider is that of the rows with the same service, else AWS;
 * their currency that of the account's costs, else US dollars.
 */
export async function placeRows(
  store: CostStore,
  rows: readonly AddedRow[],
  { managedAccount, sources, ruleTokens }: PlaceRowsInput,
): Promise<PlacedRow[]> {
  const owners = await readOwners(store, rows, sources);
  const currencies = new Set(sources.flatMap((load) => load.currencies));
  const [currency = 'USD'] = currencies.size === 1 ? currencies : [];
  const integrations = new Set(sources.map(({ integrationToken }) => integrationToken));
  return rows.map((row) => {
    const { provider, integration } = ownerOf(row, owners);
    // Only custom providers are told apart by their integration.
    const isOfIntegration = provider === customProvider && integrations.has(integration);
    return {
      ...row,
      provider,
      integrationToken: isOfIntegration ? integration : managedAccount,
      currency: row.currency ?? currency,
      ruleNumber: ruleTokens.indexOf(row.ruleToken) + 1,
    };
  });
}

function ownerOf(
  { provider, service }: AddedRow,
  owners: readonly ServiceOwner[],
): Omit<ServiceOwner, 'service'> {
  if (provider === null) {
    return (
      owners.find((owner) => owner.service === service) ?? { provider: 'aws', integration: '' }
    );
  }
  const [key = '', integration] = provider.split(':');
  const custom = owners.find((owner) => owner.provider === customProvider);
  return { provider: key, integration: integration ?? custom?.integration ?? '' };
}

/** The providers of the services of added rows; those of most loads come first. */
async function readOwners(
  { bulk }: CostStore,
  rows: readonly AddedRow[],
  sources: readonly SourceLoad[],
): Promise<ServiceOwner[]> {
  if (rows.length === 0 || sources.length === 0) return [];
  const loads = sql.bind(
    'Array(UInt32)',
    sources.map(({ loadId }) => loadId),
  );
  const services = sql.bind('Array(String)', [...new Set(rows.map(({ service }) => service))]);
  return selectRows<ServiceOwner>(
    bulk,
    sql`SELECT service, provider, integration_token AS integration FROM services
     WHERE load_id IN ${loads}
       AND (service IN ${services} OR provider = ${sql.literal(customProvider)})
     GROUP BY service, provider, integration_token
     ORDER BY count() DESC, provider, integration_token`,
  );
}
