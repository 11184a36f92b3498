import { z } from 'zod';
import type { Services } from '../../../platform/kernel/services.js';
import { hasUserInfo, userInfoRefusal } from '../../../platform/lib/web-address.js';
import { readLimited, ResponseTooLarge } from '../../../platform/outbound/read-limited.js';
import { AddressRefused } from '../../../platform/outbound/send-request.js';
import { ImportError } from '../../intake/ingest/index.js';
import { parseAllocations } from './opencost-json.js';
import { clusterOf, currencyOf } from './cluster-settings.js';
import type { AllocationRow } from './allocation-row.js';
import { withNodeOwners } from './node-owners.js';
import { priceFromBill } from './price-from-bill.js';
import { type Hours, readPrometheusHours } from './prometheus-hours.js';
import type { ClusterContext } from './usage-file.js';

/** An address that is asked every hour for the usage of a cluster. */
export const ClusterSource = z.object({
  kind: z.enum(['opencost', 'prometheus']),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .refine((url) => !hasUserInfo(url), { error: userInfoRefusal })
    .describe('Base address, such as http://opencost.example.com:9003.'),
});
type ClusterSource = z.output<typeof ClusterSource>;

const timeoutSeconds = 120;
const maxBytes = 128 * 2 ** 20;

/** Asks a source for the rows of some hours. */
export async function readClusterSource(
  ctx: ClusterContext,
  hours: Hours,
): Promise<{ rows: AllocationRow[]; warnings: string[] }> {
  const { services, integration } = ctx;
  const source = integration.settings['cluster_source'] as ClusterSource;
  const ask = (path: string, query: Record<string, string>) =>
    askSource(
      services,
      integration.secrets,
      source,
      `${path}?${new URLSearchParams(query).toString()}`,
    );
  if (source.kind === 'prometheus') {
    const usage = await readPrometheusHours(ask, clusterOf(integration), hours);
    return priceFromBill(ctx, usage, 'base_rates');
  }
  const window = `${timeText(hours.start)},${timeText(hours.end)}`;
  const answer = await ask('/allocation', {
    window,
    step: '1h',
    includeIdle: 'true',
    idleByNode: 'true',
  });
  const of = { cluster: clusterOf(integration), currency: currencyOf(integration) };
  const { rows, warnings } = parseAllocations(answer, of);
  return { rows: await withNodeOwners(services, integration.account_token, rows), warnings };
}

const timeText = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;

const Secrets = z.object({ bearer_token: z.string().optional() });

async function askSource(
  { sendRequest, vault }: Services,
  sealed: Buffer | null,
  { kind, url }: ClusterSource,
  path: string,
): Promise<string> {
  const name = kind === 'opencost' ? 'OpenCost' : 'Prometheus';
  const { bearer_token: token } = Secrets.parse(sealed ? vault.open(sealed) : {});
  try {
    const response = await sendRequest(`${url.replace(/\/+$/, '')}${path}`, {
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    const text = await readLimited(response, maxBytes);
    if (response.ok) return text;
    throw new ImportError(`${name} returned HTTP ${response.status}; check its address and token.`);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(reasonOf(error, name, url), [], { cause: error });
  }
}

function reasonOf(error: unknown, name: string, url: string): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof ResponseTooLarge) {
    return `${name} returned more than ${maxBytes} bytes for the hours of one day.`;
  }
  return `${name} did not respond at ${new URL(url).host}; check its address and the network.`;
}
