import type { Readable } from 'node:stream';
import { z } from 'zod';
import { Decimal } from '../../../../platform/lib/decimal.js';
import { type JsonChoice, readJsonEntries } from '../../../../platform/lib/json-entries.js';
import {
  idPart,
  type ListedSku,
  type PriceListEntry,
  type PriceListFormat,
  slug,
} from '../price-list.js';
import { MachinePrices } from './gcp-machine-prices.js';

const Sku = z.object({
  skuId: z.string(),
  description: z.string(),
  category: z.object({
    serviceDisplayName: z.string(),
    resourceFamily: z.string().default(''),
    resourceGroup: z.string().default(''),
    usageType: z.string().default('OnDemand'),
  }),
  serviceRegions: z.array(z.string()).default([]),
  pricingInfo: z
    .array(
      z.object({
        effectiveTime: z.string().optional(),
        pricingExpression: z.object({
          usageUnit: z.string(),
          tieredRates: z.array(
            z.object({
              startUsageAmount: z.number().default(0),
              unitPrice: z.object({
                currencyCode: z.string(),
                units: z.string().default('0'),
                nanos: z.number().default(0),
              }),
            }),
          ),
        }),
      }),
    )
    .default([]),
});
type GcpSku = z.output<typeof Sku>;

/** Pages hold their SKUs under `skus`; a file may be an array of pages, or pages after each other. */
function choose(path: readonly string[]): JsonChoice {
  const [first, ...rest] = path[0] === '*' ? path.slice(1) : path;
  if (first === undefined) return 'enter';
  if (first === 'nextPageToken') return 'take';
  if (first !== 'skus') return 'skip';
  return rest.length === 0 ? 'enter' : 'take';
}

/** Pages of SKUs of the Google Cloud billing catalogue. */
export const gcpSkuJson: PriceListFormat = {
  name: 'gcp_sku_json',
  title: 'Google Cloud SKUs (JSON)',
  hasPages: true,
  recognizes: (start) => {
    const head = start.toString('utf8', 0, 8192);
    return /^\uFEFF?\s*[[{]/.test(head) && head.includes('"skus"') && head.includes('"skuId"');
  },
  read: readPages,
};

async function* readPages(content: Readable): AsyncGenerator<PriceListEntry> {
  let nextPage: unknown;
  const machines = new MachinePrices();
  for await (const { path, value } of readJsonEntries(content as AsyncIterable<Buffer>, choose)) {
    if (path.at(-1) === 'nextPageToken') {
      nextPage = value;
      continue;
    }
    const { success, data } = Sku.safeParse(value);
    if (!success) {
      yield { kind: 'problem', message: 'A SKU of the price list cannot be read.' };
      continue;
    }
    for (const region of data.serviceRegions) yield* readSku(data, region, machines);
  }
  yield* machines.entries();
  yield { kind: 'page', hasNext: Boolean(nextPage) };
}

const lifecycles: Record<string, string> = {
  OnDemand: 'on-demand',
  Preemptible: 'spot',
  Commit1Yr: 'reserved-1yr-no-upfront',
  Commit3Yr: 'reserved-3yr-no-upfront',
};

const units: Record<string, string> = { h: 'hour', 'GiBy.h': 'gib-hour', 'GiBy.mo': 'gib-month' };

function* readSku(sku: GcpSku, region: string, machines: MachinePrices): Generator<PriceListEntry> {
  // The last one applies now.
  const info = sku.pricingInfo.at(-1);
  if (!info) return;
  const listed = listedSku(sku, region);
  yield listed;
  const { usageUnit, tieredRates } = info.pricingExpression;
  const lifecycle = lifecycles[sku.category.usageType] ?? slug(sku.category.usageType);
  for (const { startUsageAmount, unitPrice } of tieredRates) {
    const amount = new Decimal(unitPrice.units)
      .plus(new Decimal(unitPrice.nanos).div(1e9))
      .toFixed();
    const isFirst = startUsageAmount === 0;
    if (isFirst)
      machines.add(sku.description, {
        region,
        lifecycle,
        amount,
        currency: unitPrice.currencyCode,
      });
    yield {
      kind: 'price',
      sku: listed.sku,
      lifecycle,
      qualifier: isFirst ? '' : `from-${slug(String(startUsageAmount))}`,
      unit: units[usageUnit] ?? usageUnit.toLowerCase(),
      currency: unitPrice.currencyCode,
      amount,
      details: { effective_date: info.effectiveTime?.slice(0, 10), sku_id: sku.skuId },
    };
  }
}

const categories: Record<string, string> = {
  Compute: 'compute',
  Network: 'network',
  Storage: 'object_storage',
  ApplicationServices: 'application_services',
};

function listedSku(sku: GcpSku, region: string): ListedSku {
  const { serviceDisplayName, resourceFamily, resourceGroup } = sku.category;
  const serviceId = `gcp-${idPart(serviceDisplayName)}`;
  const isDisk = /PD|SSD|Disk/.test(resourceGroup);
  return {
    kind: 'sku',
    sku: `${sku.skuId}/${region}`,
    offer: serviceId,
    product: {
      providerId: 'gcp',
      serviceId,
      name: sku.description,
      category: isDisk
        ? 'block_storage'
        : (categories[resourceFamily] ?? (idPart(resourceFamily) || 'other')),
      details: { resource_group: resourceGroup },
    },
    region,
    rateType:
      resourceFamily === 'Storage'
        ? 'storage'
        : resourceFamily === 'Network'
          ? 'transfer'
          : 'compute',
    platform: '',
    tenancy: /sole tenancy/i.test(sku.description) ? 'host' : '',
    qualifier: '',
  };
}
