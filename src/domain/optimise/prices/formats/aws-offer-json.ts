import type { Readable } from 'node:stream';
import { z } from 'zod';
import {
  type JsonChoice,
  type JsonEntry,
  readJsonEntries,
} from '../../../../platform/lib/json-entries.js';
import type { PriceListEntry, PriceListFormat } from '../price-list.js';
import { awsPrice, listedDate } from './aws-price.js';
import { awsSku } from './aws-product.js';

const text = z.string().optional();

const Product = z.object({
  sku: z.string(),
  productFamily: z.string().default(''),
  attributes: z.record(z.string(), z.string()).default({}),
});

const Term = z.object({
  effectiveDate: text,
  priceDimensions: z.record(
    z.string(),
    z.object({
      unit: z.string(),
      beginRange: text,
      endRange: text,
      pricePerUnit: z.record(z.string(), z.string()),
    }),
  ),
  termAttributes: z
    .object({ LeaseContractLength: text, OfferingClass: text, PurchaseOption: text })
    .default({}),
});
const Terms = z.record(z.string(), Term);

/** The facts about the list, each product, and the terms of each SKU. */
function choose(path: readonly string[]): JsonChoice {
  switch (path[0]) {
    case undefined:
      return 'enter';
    case 'offerCode':
    case 'version':
    case 'publicationDate':
      return 'take';
    case 'products':
      return path.length < 2 ? 'enter' : 'take';
    case 'terms':
      return path.length < 3 ? 'enter' : 'take';
    default:
      return 'skip';
  }
}

/** An offer file of the AWS price list, which has gigabytes: products first, then the terms of each SKU. */
export const awsOfferJson: PriceListFormat = {
  name: 'aws_offer_json',
  title: 'AWS price list (JSON)',
  recognizes: (start) => {
    const head = start.toString('utf8', 0, 4096);
    return (
      /^\s*\{/.test(head) && head.includes('"offerCode"') && head.includes('"publicationDate"')
    );
  },
  read: readOffer,
};

async function* readOffer(content: Readable): AsyncGenerator<PriceListEntry> {
  let offer = '';
  for await (const entry of readJsonEntries(content as AsyncIterable<Buffer>, choose)) {
    const [section, key] = entry.path;
    if (section === 'offerCode') offer = String(entry.value);
    else if (section === 'version') yield { kind: 'version', version: String(entry.value) };
    else if (section === 'publicationDate') {
      yield { kind: 'version', publishedAt: listedDate(entry.value) };
    } else if (section === 'products') yield readProduct(entry, offer);
    else if (key !== undefined) yield* readTerms(entry);
  }
}

function readProduct({ path, value }: JsonEntry, offer: string): PriceListEntry {
  const { success, data } = Product.safeParse(value);
  if (!success) return { kind: 'problem', message: `Product ${path[1]} cannot be read.` };
  return awsSku(data.sku, offer, data.productFamily, data.attributes);
}

function* readTerms({ path, value }: JsonEntry): Generator<PriceListEntry> {
  const [, termType, sku] = path as [string, string, string];
  const { success, data } = Terms.safeParse(value);
  if (!success) {
    yield { kind: 'problem', message: `The ${termType} terms of ${sku} cannot be read.` };
    return;
  }
  for (const { effectiveDate, priceDimensions, termAttributes } of Object.values(data)) {
    for (const { pricePerUnit, ...dimension } of Object.values(priceDimensions)) {
      for (const [currency, amount] of Object.entries(pricePerUnit)) {
        yield awsPrice({
          sku,
          termType,
          leaseLength: termAttributes.LeaseContractLength,
          purchaseOption: termAttributes.PurchaseOption,
          offeringClass: termAttributes.OfferingClass,
          ...dimension,
          effectiveDate,
          currency,
          amount,
        });
      }
    }
  }
}
