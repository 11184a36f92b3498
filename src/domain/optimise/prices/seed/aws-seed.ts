import { sumDecimals } from '../../../../platform/lib/decimal.js';
import type { PriceListEntry } from '../price-list.js';
import { type SeedPrice, seedEntries, times } from './seed-entries.js';

const regions = ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1'] as const;
type Region = (typeof regions)[number];

/** Price per hour in the four regions: Virginia and Oregon cost the same. */
const by = (us: string, ireland: string, frankfurt: string): Record<Region, string> => ({
  'us-east-1': us,
  'us-west-2': us,
  'eu-west-1': ireland,
  'eu-central-1': frankfurt,
});

interface Family {
  /** Price of the size `large`, or `medium` of burstable instances. */
  prices: Record<Region, string>;
  /** GiB per vCPU. */
  memory: number;
  /** Sizes beside `large`, as multiples of it. */
  sizes: Record<string, number>;
  hasWindows: boolean;
}

const intel = { large: 1, xlarge: 2, '2xlarge': 4, '4xlarge': 8, '8xlarge': 16, '12xlarge': 24 };
const fifth = { ...intel, '16xlarge': 32, '24xlarge': 48 };
const sixth = { ...fifth, '32xlarge': 64 };
const graviton = { medium: 0.5, ...intel, '16xlarge': 32 };
const computeFifth = {
  large: 1,
  xlarge: 2,
  '2xlarge': 4,
  '4xlarge': 8,
  '9xlarge': 18,
  '12xlarge': 24,
  '18xlarge': 36,
  '24xlarge': 48,
};

const family = (
  memory: number,
  sizes: Record<string, number>,
  prices: Record<Region, string>,
): Family => ({ memory, sizes, prices, hasWindows: sizes !== graviton });

const families: Record<string, Family> = {
  m5: family(4, fifth, by('0.096', '0.107', '0.115')),
  m6i: family(4, sixth, by('0.096', '0.107', '0.115')),
  m6g: family(4, graviton, by('0.077', '0.086', '0.092')),
  m7g: family(4, graviton, by('0.0816', '0.0911', '0.0978')),
  c5: family(2, computeFifth, by('0.085', '0.096', '0.097')),
  c6i: family(2, sixth, by('0.085', '0.0912', '0.097')),
  c6g: family(2, graviton, by('0.068', '0.073', '0.0776')),
  r5: family(8, fifth, by('0.126', '0.141', '0.152')),
  r6i: family(8, sixth, by('0.126', '0.141', '0.152')),
  r6g: family(8, graviton, by('0.1008', '0.1128', '0.1216')),
};

/** Burstable instances double from size to size; these are the prices of `medium`. */
const burstable = {
  t3: by('0.0416', '0.0456', '0.048'),
  t3a: by('0.0376', '0.0408', '0.0432'),
  t4g: by('0.0336', '0.0368', '0.0384'),
};
const burstableSizes: [size: string, factor: number, vcpu: number, memory: number][] = [
  ['nano', 0.125, 2, 0.5],
  ['micro', 0.25, 2, 1],
  ['small', 0.5, 2, 2],
  ['medium', 1, 2, 4],
  ['large', 2, 2, 8],
  ['xlarge', 4, 4, 16],
  ['2xlarge', 8, 8, 32],
];

/** A Windows licence per vCPU and hour. */
const windowsPerCpu = '0.046';

interface Machine {
  name: string;
  vcpu: number;
  memory: number;
  region: Region;
  price: string;
  hasWindows: boolean;
}

function* machines(): Generator<Machine> {
  for (const region of regions) {
    for (const [name, { prices, memory, sizes, hasWindows }] of Object.entries(families)) {
      for (const [size, factor] of Object.entries(sizes)) {
        const vcpu = factor * 2;
        const shape = { name: `${name}.${size}`, vcpu, memory: vcpu * memory };
        yield { ...shape, region, price: times(prices[region], factor), hasWindows };
      }
    }
    for (const [name, prices] of Object.entries(burstable)) {
      for (const [size, factor, vcpu, memory] of burstableSizes) {
        const shape = { name: `${name}.${size}`, vcpu, memory };
        yield { ...shape, region, price: times(prices[region], factor), hasWindows: false };
      }
    }
  }
}

function* instances(): Generator<SeedPrice> {
  for (const { name, vcpu, memory, region, price, hasWindows } of machines()) {
    const seed: SeedPrice = {
      offer: 'AmazonEC2',
      savingsPlanOffer: 'AWSComputeSavingsPlan',
      product: {
        providerId: 'aws',
        serviceId: 'aws-ec2',
        name,
        category: 'compute',
        details: { name, vcpu, memory, gpu: 0 },
      },
      region,
      rateType: 'compute',
      platform: 'linux',
      unit: 'hour',
      onDemand: price,
      discounts: { reserved: '0.37', savingsPlan: '0.27' },
    };
    yield seed;
    if (!hasWindows) continue;
    const onDemand = sumDecimals([price, times(windowsPerCpu, vcpu)]);
    yield { ...seed, platform: 'windows', onDemand, discounts: {} };
  }
}

/** Single-AZ price per hour of `large` (`medium` for burstable classes) in Virginia: MySQL, PostgreSQL. */
const databases: Record<string, [mysql: string, postgresql: string]> = {
  m5: ['0.171', '0.178'],
  m6i: ['0.171', '0.178'],
  m6g: ['0.152', '0.159'],
  r5: ['0.24', '0.25'],
  r6i: ['0.24', '0.25'],
  r6g: ['0.215', '0.225'],
  t3: ['0.068', '0.072'],
  t4g: ['0.065', '0.065'],
};

/** How much more than in Virginia an instance costs, which databases follow closely. */
const databaseFactors = { 'us-east-1': 1, 'us-west-2': 1, 'eu-west-1': 1.11, 'eu-central-1': 1.2 };

/** Smaller sizes of burstable database classes do not exist, larger ones are the same as of instances. */
const databaseSizes = new Set(['medium', 'large', 'xlarge', '2xlarge', '4xlarge', '8xlarge']);

function* databaseInstances(): Generator<SeedPrice> {
  for (const { name, vcpu, memory, region } of machines()) {
    const [type = '', size = ''] = name.split('.');
    const prices = databases[type];
    const isBurstable = type.startsWith('t');
    if (!prices || !databaseSizes.has(size) || (size === 'medium' && !isBurstable)) continue;
    const multiple = isBurstable ? memory / 4 : vcpu / 2;
    for (const [index, platform] of ['mysql', 'postgresql'].entries()) {
      const single = times(times(prices[index]!, multiple), databaseFactors[region]);
      for (const [qualifier, copies] of [
        ['', 1],
        ['multi-az', 2],
      ] as const) {
        yield {
          offer: 'AmazonRDS',
          product: {
            providerId: 'aws',
            serviceId: 'aws-rds',
            name: `db.${name}`,
            category: 'database',
            details: { name: `db.${name}`, vcpu, memory },
          },
          region,
          rateType: 'compute',
          platform,
          qualifier,
          unit: 'hour',
          onDemand: times(single, copies),
          isEstimated: !region.startsWith('us-'),
          discounts: { reserved: '0.33' },
        };
      }
    }
  }
}

/** Storage, and what gp3 has beside it. */
const volumes: [name: string, unit: string, qualifier: string, prices: Record<Region, string>][] = [
  ['gp2', 'gb-month', '', by('0.1', '0.11', '0.119')],
  ['gp3', 'gb-month', '', by('0.08', '0.088', '0.0952')],
  ['gp3', 'iops-month', 'iops', by('0.005', '0.0055', '0.006')],
  ['gp3', 'mbps-month', 'throughput', by('0.04', '0.044', '0.048')],
];

function* volumePrices(): Generator<SeedPrice> {
  for (const [name, unit, qualifier, prices] of volumes) {
    for (const region of regions) {
      yield {
        offer: 'AmazonEC2',
        product: {
          providerId: 'aws',
          serviceId: 'aws-ec2',
          name,
          category: 'block_storage',
          details: {},
        },
        region,
        rateType: 'storage',
        platform: '',
        qualifier,
        unit,
        onDemand: prices[region],
      };
    }
  }
}

/** AWS prices of the release: EC2, EBS and RDS. */
export function* awsSeed(): Generator<PriceListEntry> {
  for (const prices of [instances(), databaseInstances(), volumePrices()]) {
    for (const price of prices) yield* seedEntries(price);
  }
}
