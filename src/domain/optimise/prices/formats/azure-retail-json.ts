import type { Readable } from 'node:stream';
import { z } from 'zod';
import { Decimal } from '../../../../platform/lib/decimal.js';
import { type JsonChoice, readJsonEntries } from '../../../../platform/lib/json-entries.js';
import {
  idPart,
  type ListedPrice,
  type ListedSku,
  type PriceListEntry,
  type PriceListFormat,
  slug,
} from '../price-list.js';

const Item = z.object({
  currencyCode: z.string(),
  tierMinimumUnits: z.number().default(0),
  reservationTerm: z.string().optional(),
  retailPrice: z.number(),
  armRegionName: z.string().default(''),
  effectiveStartDate: z.string().optional(),
  meterId: z.string().default(''),
  meterName: z.string(),
  productName: z.string().default(''),
  skuId: z.string().default(''),
  skuName: z.string().default(''),
  serviceName: z.string(),
  serviceFamily: z.string().default(''),
  unitOfMeasure: z.string(),
  type: z.string().default('Consumption'),
  armSkuName: z.string().default(''),
  savingsPlan: z.array(z.object({ retailPrice: z.number(), term: z.string() })).default([]),
});
type Item = z.output<typeof Item>;

/** Pages hold their items under `Items`; a file may be an array of pages, or pages after each other. */
function choose(path: readonly string[]): JsonChoice {
  const [first, ...rest] = path[0] === '*' ? path.slice(1) : path;
  if (first === undefined) return 'enter';
  if (first === 'NextPageLink') return 'take';
  if (first !== 'Items') return 'skip';
  return rest.length === 0 ? 'enter' : 'take';
}

/** Pages of the Azure retail prices API. */
export const azureRetailJson: PriceListFormat = {
  name: 'azure_retail_json',
  title: 'Azure retail prices (JSON)',
  hasPages: true,
  recognizes: (start) => {
    const head = start.toString('utf8', 0, 4096);
    return (
      /^\uFEFF?\s*[[{]/.test(head) && head.includes('"BillingCurrency"') && head.includes('"Items"')
    );
  },
  read: readPages,
};

async function* readPages(content: Readable): AsyncGenerator<PriceListEntry> {
  let nextPage: unknown;
  for await (const { path, value } of readJsonEntries(content as AsyncIterable<Buffer>, choose)) {
    if (path.at(-1) === 'NextPageLink') {
      nextPage = value;
      continue;
    }
    const { success, data } = Item.safeParse(value);
    if (success) yield* readItem(data);
    else yield { kind: 'problem', message: 'An item of the price list cannot be read.' };
  }
  yield { kind: 'page', hasNext: Boolean(nextPage) };
}

function* readItem(item: Item): Generator<PriceListEntry> {
  const sku = skuOf(item);
  const price = (lifecycle: string, amount: string, details: object = {}): ListedPrice => ({
    kind: 'price',
    sku: sku.sku,
    lifecycle,
    qualifier: item.tierMinimumUnits > 0 ? `from-${slug(String(item.tierMinimumUnits))}` : '',
    unit: unitOf(item.unitOfMeasure),
    currency: item.currencyCode,
    amount,
    details: { effective_date: item.effectiveStartDate?.slice(0, 10), ...details },
  });
  yield sku;
  if (item.type === 'Reservation') {
    // A reservation is listed with the amount of its whole term.
    const years = yearsOf(item.reservationTerm);
    const total = decimalText(item.retailPrice);
    const hourly = new Decimal(total)
      .div(years * 8760)
      .toDecimalPlaces(18)
      .toFixed();
    const term = { term: `${years}yr`, purchase_option: 'No Upfront', term_total: total };
    yield price(`reserved-${years}yr-no-upfront`, hourly, term);
    return;
  }
  yield price(lifecycleOf(item), decimalText(item.retailPrice));
  for (const { term, retailPrice } of item.savingsPlan) {
    const details = { term: `${yearsOf(term)}yr`, purchase_option: 'No Upfront' };
    yield price(`savings-plan-${yearsOf(term)}yr-no-upfront`, decimalText(retailPrice), details);
  }
}

const decimalText = (value: number) => new Decimal(value).toDecimalPlaces(18).toFixed();

const yearsOf = (term: string | undefined) => Number(/\d+/.exec(term ?? '')?.[0] ?? 1);

function lifecycleOf({ type, skuName }: Item): string {
  if (type === 'DevTestConsumption') return 'dev-test';
  if (/\bspot\b/i.test(skuName)) return 'spot';
  return /low priority/i.test(skuName) ? 'low-priority' : 'on-demand';
}

/** `1 Hour` → `hour`, `1 GB/Month` → `gb-month`; `10K` stays as it is. */
const unitOf = (unit: string) => unit.replace(/^1 /, '').replaceAll('/', '-').toLowerCase();

const categories: Record<string, string> = {
  Compute: 'compute',
  Containers: 'compute',
  Databases: 'database',
  Networking: 'network',
};

function skuOf(item: Item): ListedSku {
  const isMachine = item.serviceName === 'Virtual Machines';
  const serviceId = `azure-${idPart(item.serviceName)}`;
  const name = item.armSkuName || `${item.productName} ${item.meterName}`.trim();
  const isStorage = item.serviceFamily === 'Storage' || /GB\/Month/i.test(item.unitOfMeasure);
  return {
    kind: 'sku',
    sku: [item.skuId, item.meterId, item.type, item.armRegionName].join('/'),
    offer: serviceId,
    product: {
      providerId: 'azure',
      serviceId,
      name,
      category:
        item.serviceFamily === 'Storage'
          ? storageCategory(item)
          : (categories[item.serviceFamily] ?? (idPart(item.serviceFamily) || 'other')),
      details: {},
    },
    region: item.armRegionName === '' ? 'global' : item.armRegionName.toLowerCase(),
    rateType: isStorage
      ? 'storage'
      : /transfer|bandwidth/i.test(item.meterName)
        ? 'transfer'
        : 'compute',
    platform: isMachine ? (/windows/i.test(item.productName) ? 'windows' : 'linux') : '',
    tenancy: /dedicated host/i.test(item.productName) ? 'host' : '',
    qualifier: '',
  };
}

const storageCategory = ({ productName }: Item) =>
  /disk/i.test(productName) ? 'block_storage' : 'object_storage';
