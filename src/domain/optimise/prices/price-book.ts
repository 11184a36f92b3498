import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from '../../../platform/kernel/services.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { readActiveOffers } from './active-offers.js';
import { idPart, productId } from './price-list.js';

/** What a price is asked for. */
export interface PriceKey {
  /** `aws`, `azure`, `gcp` */
  provider: string;
  /** As in ids of services, without the provider: `ec2`, `rds`, `virtual_machines`. */
  service: string;
  /** Name of the product: `m5.large`, `gp3`. */
  type: string;
  /** As the provider writes it: `us-east-1`. */
  region: string;
  /** Operating system or engine; without it Linux, or the cheapest where there is no such price. */
  platform?: string | undefined;
  /** What is paid for where a product has several: `gb-month` and `iops-month` of a volume. */
  unit?: string | undefined;
}

/** A list price with everything that a reader has to know about it. */
export interface ListPrice {
  id: string;
  lifecycle: string;
  /** Decimal text per unit; a fee that is paid upfront is spread over the hours of its term. */
  amount: string;
  /** The part of it that is such a fee. */
  upfront: string;
  unit: string;
  currency: string;
  /** The format of the price list, `seed` for the prices of the release. */
  source: string;
  publishedOn: string;
  /** The price was derived from others. */
  isEstimated: boolean;
}

interface StoredPrice {
  publication: number;
  id: string;
  product_id: string;
  region: string;
  platform: string;
  lifecycle: string;
  qualifier: string;
  unit: string;
  currency: string;
  amount: string;
  details: string;
}

const hoursPerYear = 8760;
const upfrontFee = 'upfront-fee';

/** A price for the product itself unless a unit says otherwise. */
const isFor = ({ unit, qualifier }: StoredPrice, wanted: string | undefined) =>
  qualifier === upfrontFee || (wanted === undefined ? qualifier === '' : unit === wanted);

/** Services whose products another one lists. */
const listedUnder: Record<string, string> = { 'aws-ebs': 'aws-ec2' };

/** Services that sell machines by the hour, by provider. */
const machineServices: Record<string, string> = {
  aws: 'ec2',
  azure: 'virtual_machines',
  gcp: 'compute_engine',
};

/** The key of a virtual machine, such as a Kubernetes node; undefined for providers without list prices. */
export function machineKey(provider: string, type: string, region: string): PriceKey | undefined {
  const service = machineServices[provider];
  return service === undefined ? undefined : { provider, service, type, region, platform: 'linux' };
}

/**
 * Looks up list prices. All keys of a run are read by one query, and are then answered from memory; a
 * book is opened for one run, so that the prices within it are of one publication.
 *
 * @example
 * const book = new PriceBook(services);
 * await book.load(keys);
 * book.onDemand({ provider: 'aws', service: 'ec2', type: 'm5.large', region: 'us-east-1' })?.amount; // '0.096'
 */
export class PriceBook {
  readonly #prices = new Map<string, ListPriceOf[]>();
  readonly #waiting: PriceKey[] = [];
  #loading: Promise<void> | undefined;

  constructor(private readonly services: Pick<Services, 'db' | 'costs'>) {}

  /** Reads the prices of all keys that are not known yet. */
  async load(keys: Iterable<PriceKey>): Promise<void> {
    const wanted = new Map<string, PriceKey>();
    for (const key of keys) if (!this.#prices.has(nameOf(key))) wanted.set(nameOf(key), key);
    if (wanted.size === 0) return;
    const found = new Map<string, ListPriceOf[]>([...wanted.keys()].map((name) => [name, []]));
    const { offers, condition } = await readActiveOffers(this.services);
    const asked = [...wanted.values()];
    const products = sql.bind('Array(String)', [...new Set(asked.map(idOf))]);
    const regions = sql.bind('Array(String)', [...new Set(asked.map(({ region }) => region))]);
    const rows = await selectCachedRows<StoredPrice>(
      this.services.costs,
      sql`SELECT publication, id, product_id, region, platform, lifecycle, qualifier,
         unit, currency, amount, details
       FROM prices WHERE ${condition}
         AND product_id IN ${products} AND region IN ${regions} AND tenancy = ''
         AND qualifier IN ('', 'upfront-fee', 'iops', 'throughput')
       ORDER BY id`,
    );
    const publications = new Map(offers.map((offer) => [offer.publication_id, offer]));
    for (const row of rows) {
      const known = found.get(`${row.product_id} ${row.region}`);
      const { source, published_at } = publications.get(row.publication)!;
      known?.push({ row, source, publishedOn: formatDate(published_at) });
    }
    for (const [name, prices] of found) this.#prices.set(name, prices);
  }

  /** Loads a price if need be and returns it. Questions of the same turn are read by one query. */
  async find(key: PriceKey, lifecycle = 'on-demand'): Promise<ListPrice | undefined> {
    this.#waiting.push(key);
    this.#loading ??= nextTurn().then(() => {
      this.#loading = undefined;
      return this.load(this.#waiting.splice(0));
    });
    await this.#loading;
    return this.price(key, lifecycle);
  }

  /** The price without any commitment. */
  onDemand(key: PriceKey): ListPrice | undefined {
    return this.price(key, 'on-demand');
  }

  /** The price of a lifecycle such as `reserved-1yr-no-upfront` or `savings-plan-1yr-no-upfront`. */
  price(key: PriceKey, lifecycle: string): ListPrice | undefined {
    const known = this.#prices.get(nameOf(key));
    if (!known) throw new Error(`The price of ${nameOf(key)} was not loaded`);
    const ofTerm = known.filter(({ row }) => row.lifecycle === lifecycle && isFor(row, key.unit));
    const platform = choosePlatform(ofTerm, key.platform);
    const matching = ofTerm.filter(({ row }) => row.platform === platform);
    const price = matching.find(({ row }) => row.qualifier !== upfrontFee);
    if (!price) return undefined;
    const fee = matching.find(({ row }) => row.qualifier === upfrontFee);
    return serialize(price, fee?.row.amount);
  }
}

interface ListPriceOf {
  row: StoredPrice;
  source: string;
  publishedOn: string;
}

function idOf({ provider, service, type }: PriceKey): string {
  const serviceId = `${provider}-${idPart(service)}`;
  return productId({ serviceId: listedUnder[serviceId] ?? serviceId, name: type });
}

const nameOf = (key: PriceKey) => `${idOf(key)} ${key.region}`;

function choosePlatform(prices: readonly ListPriceOf[], wanted: string | undefined): string {
  if (wanted !== undefined) return wanted.toLowerCase();
  const platforms = new Set(prices.map(({ row }) => row.platform));
  for (const usual of ['linux', '']) if (platforms.has(usual)) return usual;
  const [cheapest] = prices.toSorted((a, b) => new Decimal(a.row.amount).cmp(b.row.amount));
  return cheapest?.row.platform ?? '';
}

function serialize({ row, source, publishedOn }: ListPriceOf, fee = '0'): ListPrice {
  const { estimated = false } = JSON.parse(row.details) as { estimated?: boolean };
  const years = Number(/(\d+)yr/.exec(row.lifecycle)?.[1] ?? 1);
  const spread = new Decimal(fee).div(years * hoursPerYear).toDecimalPlaces(18);
  return {
    id: row.id,
    lifecycle: row.lifecycle,
    amount: new Decimal(row.amount).plus(spread).toFixed(),
    upfront: spread.toFixed(),
    unit: row.unit,
    currency: row.currency,
    source,
    publishedOn,
    isEstimated: estimated,
  };
}
