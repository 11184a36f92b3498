import type { Readable } from 'node:stream';

/** What is sold: an instance type, a volume type, a kind of request. */
export interface ListedProduct {
  /** `aws` */
  providerId: string;
  /** `aws-ec2` */
  serviceId: string;
  /** `m5.large` */
  name: string;
  /** `compute`, `block_storage`, `database` */
  category: string;
  details: Record<string, unknown>;
}

/** A product in a region, on a platform: what the prices with the same `sku` are for. */
export interface ListedSku {
  kind: 'sku';
  sku: string;
  /** The list that a new publication replaces: `AmazonEC2`. */
  offer: string;
  product: ListedProduct;
  region: string;
  rateType: 'compute' | 'storage' | 'transfer';
  /** Operating system or database engine; empty where there is none. */
  platform: string;
  /** Empty for shared hardware. */
  tenancy: string;
  /** What else distinguishes it from other SKUs of the product: `unused-capacity-reservation`. */
  qualifier: string;
}

export interface ListedPrice {
  kind: 'price';
  sku: string;
  /** `on-demand`, `reserved-1yr-no-upfront` */
  lifecycle: string;
  /** What distinguishes it from other prices of the term: `upfront-fee`, `from-10240`. */
  qualifier: string;
  /** `hour`, `gb-month` */
  unit: string;
  currency: string;
  /** Decimal text. */
  amount: string;
  details: Record<string, unknown>;
}

/** What a price list says about itself. */
interface ListedVersion {
  kind: 'version';
  version?: string | undefined;
  publishedAt?: Date | undefined;
}

/** A row that is left out, with the reason as a sentence. */
export interface ListedProblem {
  kind: 'problem';
  message: string;
}

/** The end of a page of a list that arrives in pages. */
interface ListedPage {
  kind: 'page';
  hasNext: boolean;
}

export type PriceListEntry = ListedSku | ListedPrice | ListedVersion | ListedProblem | ListedPage;

/** A format of price lists. */
export interface PriceListFormat {
  /** `aws_offer_json` */
  name: string;
  /** `AWS price list (JSON)` */
  title: string;
  /** A list is several documents, which are only complete together. */
  hasPages?: true;
  recognizes(start: Buffer): boolean;
  /** Reads a file as a stream, with bounded memory. */
  read(content: Readable): AsyncIterable<PriceListEntry>;
}

const plainAmount = /^\d{1,18}(\.\d{1,18})?$/;

/** Whether a text is an amount that can be stored: a decimal of at most 18 digits before and after the point. */
export const isAmount = (text: unknown): text is string =>
  typeof text === 'string' && plainAmount.test(text);

/**
 * Writes a name as a part of an id, where `-` separates parts.
 *
 * @example
 * idPart('m5d.16xlarge'); // 'm5d_16xlarge'
 */
export const idPart = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/**
 * Writes a name as a value: lower case, words joined by `-`.
 *
 * @example
 * slug('No Upfront'); // 'no-upfront'
 */
export const slug = (text: string): string => idPart(text).replaceAll('_', '-');

/**
 * @example
 * productId({ serviceId: 'aws-ec2', name: 'm5d.16xlarge' }); // 'aws-ec2-m5d_16xlarge'
 */
export const productId = ({ serviceId, name }: Pick<ListedProduct, 'serviceId' | 'name'>) =>
  `${serviceId}-${idPart(name)}`;
