import type { Readable } from 'node:stream';
import { CsvReader } from '../../../../platform/lib/csv.js';
import type { PriceListEntry, PriceListFormat } from '../price-list.js';
import { awsPrice, listedDate } from './aws-price.js';
import { type AwsAttributes, awsSku } from './aws-product.js';

/** Columns of the CSV form by the attribute of the JSON form. */
const columns: Record<string, string> = {
  instanceType: 'instance type',
  group: 'group',
  volumeApiName: 'volume api name',
  usagetype: 'usagetype',
  regionCode: 'region code',
  fromRegionCode: 'from region code',
  tenancy: 'tenancy',
  operatingSystem: 'operating system',
  databaseEngine: 'database engine',
  preInstalledSw: 'pre installed s/w',
  licenseModel: 'license model',
  capacitystatus: 'capacitystatus',
  deploymentOption: 'deployment option',
  marketoption: 'marketoption',
  vcpu: 'vcpu',
  memory: 'memory',
  gpu: 'gpu',
  clockSpeed: 'clock speed',
  physicalProcessor: 'physical processor',
  networkPerformance: 'network performance',
};

/** Five lines about the list, a header, and a row per price with everything about its product. */
export const awsOfferCsv: PriceListFormat = {
  name: 'aws_offer_csv',
  title: 'AWS price list (CSV)',
  recognizes: (start) => {
    const head = start.toString('utf8', 0, 8192);
    return /^\uFEFF?"?FormatVersion"?,/.test(head) && /^"?SKU"?,"?OfferTermCode"?,/m.test(head);
  },
  read: readOffer,
};

interface Header {
  offer: string;
  index: ReadonlyMap<string, number>;
}

async function* readOffer(content: Readable): AsyncGenerator<PriceListEntry> {
  const facts = new Map<string, string>();
  let header: Header | undefined;
  let previousSku = '';
  for await (const cells of readRows(content)) {
    if (header) {
      const cell = (column: string) => cells[header!.index.get(column) ?? -1];
      const sku = cell('sku') ?? '';
      // Rows of a SKU follow each other.
      if (sku !== previousSku) yield readSku(sku, header.offer, cell);
      previousSku = sku;
      yield readPrice(sku, cell);
    } else if (cells[0] === 'SKU') {
      header = {
        offer: facts.get('OfferCode') ?? '',
        index: new Map(cells.map((name, index) => [name.trim().toLowerCase(), index])),
      };
      const publishedAt = listedDate(facts.get('Publication Date'));
      yield { kind: 'version', version: facts.get('Version'), publishedAt };
    } else facts.set(cells[0] ?? '', cells[1] ?? '');
  }
}

async function* readRows(content: Readable): AsyncGenerator<string[]> {
  const reader = new CsvReader();
  const decoder = new TextDecoder();
  for await (const chunk of content as AsyncIterable<Buffer>) {
    for (const { cells } of reader.push(decoder.decode(chunk, { stream: true }))) yield cells;
  }
  for (const { cells } of reader.push(decoder.decode())) yield cells;
  for (const { cells } of reader.end()) yield cells;
}

type CellOf = (column: string) => string | undefined;

function readSku(sku: string, offer: string, cell: CellOf): PriceListEntry {
  const attributes: AwsAttributes = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, cell(column) || undefined]),
  );
  return awsSku(sku, offer, cell('product family') ?? '', attributes);
}

const readPrice = (sku: string, cell: CellOf): PriceListEntry =>
  awsPrice({
    sku,
    termType: cell('termtype') ?? '',
    leaseLength: cell('leasecontractlength'),
    purchaseOption: cell('purchaseoption'),
    offeringClass: cell('offeringclass'),
    unit: cell('unit') ?? '',
    beginRange: cell('startingrange'),
    endRange: cell('endingrange'),
    effectiveDate: cell('effectivedate'),
    currency: cell('currency') ?? '',
    amount: cell('priceperunit'),
  });
