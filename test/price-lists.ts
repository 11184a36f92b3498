import { Readable } from 'node:stream';
import type { PriceListFile } from '../src/domain/optimise/prices/import-prices.js';

/** A price list in memory. */
export const priceFile = (name: string, content: object | string): PriceListFile => ({
  name,
  open: () =>
    Readable.from([Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))]),
});

type Terms = Record<string, object>;

const dimension = (rate: string, unit: string, amount: string, more: object = {}) => ({
  [rate]: {
    rateCode: rate,
    description: 'a price',
    beginRange: '0',
    endRange: 'Inf',
    ...more,
    unit,
    pricePerUnit: { USD: amount },
  },
});

const term = (sku: string, code: string, dimensions: object, termAttributes: object = {}) => ({
  [`${sku}.${code}`]: {
    offerTermCode: code,
    sku,
    effectiveDate: '2026-02-01T00:00:00Z',
    priceDimensions: dimensions,
    termAttributes,
  },
});

const onDemand = (sku: string, unit: string, amount: string): Terms =>
  term(sku, 'JRTC', dimension(`${sku}.JRTC.1`, unit, amount));

const reserved = (sku: string, option: string, dimensions: object, years = 1): Terms =>
  term(sku, `R${years}${option.length}`, dimensions, {
    LeaseContractLength: `${years}yr`,
    OfferingClass: 'standard',
    PurchaseOption: option,
  });

/** An EC2 offer file of one region, with an instance on two platforms and tenancies, and a volume. */
export function awsOffer(
  region: string,
  options: { publicationDate?: string; price?: string } = {},
) {
  const { publicationDate = '2026-02-03T10:00:00Z', price = '3.6160000000' } = options;
  const instance = (sku: string, more: object) => ({
    [sku]: {
      sku,
      productFamily: 'Compute Instance',
      attributes: {
        servicecode: 'AmazonEC2',
        instanceType: 'm5d.16xlarge',
        vcpu: '64',
        memory: '256 GiB',
        physicalProcessor: 'Intel Xeon Platinum 8175',
        clockSpeed: '3.1 GHz',
        networkPerformance: '20 Gigabit',
        operatingSystem: 'Linux',
        tenancy: 'Shared',
        preInstalledSw: 'NA',
        capacitystatus: 'Used',
        regionCode: region,
        ...more,
      },
    },
  });
  return {
    formatVersion: 'v1.0',
    disclaimer: 'x',
    offerCode: 'AmazonEC2',
    version: '20260203100000',
    publicationDate,
    products: {
      ...instance('LINUX', {}),
      ...instance('RHEL', { operatingSystem: 'RHEL' }),
      ...instance('DEDICATED', { operatingSystem: 'RHEL', tenancy: 'Dedicated' }),
      ...instance('UNUSED', { capacitystatus: 'UnusedCapacityReservation' }),
      ...instance('SQL', { operatingSystem: 'Windows', preInstalledSw: 'SQL Std' }),
      VOLUME: {
        sku: 'VOLUME',
        productFamily: 'Storage',
        attributes: { volumeApiName: 'gp3', usagetype: 'EBS:VolumeUsage.gp3', regionCode: region },
      },
    },
    terms: {
      OnDemand: {
        LINUX: onDemand('LINUX', 'Hrs', price),
        RHEL: onDemand('RHEL', 'Hrs', '3.7460000000'),
        DEDICATED: onDemand('DEDICATED', 'Hrs', '4.0000000000'),
        UNUSED: onDemand('UNUSED', 'Hrs', '0.0000000000'),
        SQL: onDemand('SQL', 'Hrs', '14.2400000000'),
        VOLUME: onDemand('VOLUME', 'GB-Mo', '0.0800000000'),
      },
      Reserved: {
        LINUX: {
          ...reserved('LINUX', 'No Upfront', dimension('a', 'Hrs', '2.2780000000')),
          ...reserved('LINUX', 'All Upfront', {
            ...dimension('b', 'Quantity', '18600'),
            ...dimension('c', 'Hrs', '0.0000000000'),
          }),
        },
      },
    },
  };
}

interface ReservedPrice {
  years: number;
  option: string;
  hourly: string;
  /** Paid upfront. */
  fee: string | null;
}

/** An AWS offer file of one instance type, on demand and reserved. */
export function reservedOffer(
  offer: string,
  region: string,
  instanceType: string,
  prices: { onDemand: string; reserved: readonly ReservedPrice[] },
) {
  const terms = prices.reserved.map(({ years, option, hourly, fee }) =>
    reserved(
      'NODE',
      option,
      { ...dimension('a', 'Hrs', hourly), ...(fee && dimension('b', 'Quantity', fee)) },
      years,
    ),
  );
  return {
    formatVersion: 'v1.0',
    disclaimer: 'x',
    offerCode: offer,
    version: '20260203100000',
    publicationDate: '2026-02-03T10:00:00Z',
    products: {
      NODE: {
        sku: 'NODE',
        productFamily: 'Cache Instance',
        attributes: { servicecode: offer, instanceType, regionCode: region },
      },
    },
    terms: {
      OnDemand: { NODE: onDemand('NODE', 'Hrs', prices.onDemand) },
      Reserved: { NODE: Object.assign({}, ...terms) as Terms },
    },
  };
}

/** The same in the CSV form: the Linux instance on demand and reserved. */
export const awsCsv = (region: string) => `"FormatVersion","v1.0"
"Disclaimer","x"
"Publication Date","2026-02-03T10:00:00Z"
"Version","20260203100000"
"OfferCode","AmazonEC2"
"SKU","OfferTermCode","RateCode","TermType","PriceDescription","EffectiveDate","StartingRange","EndingRange","Unit","PricePerUnit","Currency","LeaseContractLength","PurchaseOption","OfferingClass","Product Family","serviceCode","Instance Type","vCPU","Physical Processor","Clock Speed","Memory","Network Performance","Tenancy","Operating System","CapacityStatus","Pre Installed S/W","Region Code"
"LINUX","JRTC","LINUX.JRTC.1","OnDemand","$3.616, per hour","2026-02-01","0","Inf","Hrs","3.6160000000","USD","","","","Compute Instance","AmazonEC2","m5d.16xlarge","64","Intel Xeon Platinum 8175","3.1 GHz","256 GiB","20 Gigabit","Shared","Linux","Used","NA","${region}"
"LINUX","R10","LINUX.R10.1","Reserved","x","2026-02-01","0","Inf","Hrs","2.2780000000","USD","1yr","No Upfront","standard","Compute Instance","AmazonEC2","m5d.16xlarge","64","Intel Xeon Platinum 8175","3.1 GHz","256 GiB","20 Gigabit","Shared","Linux","Used","NA","${region}"
"LINUX","BAD","LINUX.BAD.1","OnDemand","x","2026-02-01","0","Inf","Hrs","free","USD","","","","Compute Instance","AmazonEC2","m5d.16xlarge","64","x","3.1 GHz","256 GiB","x","Shared","Linux","Used","NA","${region}"
`;

/** A page of Azure retail prices. */
export const azurePage = (region: string, nextPage: string | null = null) => ({
  BillingCurrency: 'USD',
  CustomerEntityId: 'Default',
  Items: [
    azureItem(region, { savingsPlan: [{ unitPrice: 0.066, retailPrice: 0.066, term: '1 Year' }] }),
    azureItem(region, { productName: 'Virtual Machines Dsv5 Series Windows', retailPrice: 0.188 }),
    azureItem(region, { skuName: 'D2s v5 Spot', retailPrice: 0.0192 }),
    azureItem(region, { type: 'Reservation', reservationTerm: '1 Year', retailPrice: 496 }),
  ],
  NextPageLink: nextPage,
  Count: 4,
});

function azureItem(region: string, more: object) {
  return {
    currencyCode: 'USD',
    tierMinimumUnits: 0,
    retailPrice: 0.096,
    unitPrice: 0.096,
    armRegionName: region,
    location: 'Somewhere',
    effectiveStartDate: '2026-01-01T00:00:00Z',
    meterId: JSON.stringify(more).slice(0, 20),
    meterName: 'D2s v5',
    productName: 'Virtual Machines Dsv5 Series',
    skuName: 'D2s v5',
    skuId: 'SKU',
    serviceName: 'Virtual Machines',
    serviceFamily: 'Compute',
    unitOfMeasure: '1 Hour',
    type: 'Consumption',
    armSkuName: 'Standard_D2s_v5',
    ...more,
  };
}

const gcpSku = (skuId: string, description: string, region: string, nanos: number, unit = 'h') => ({
  name: `services/6F81-5844-456A/skus/${skuId}`,
  skuId,
  description,
  category: {
    serviceDisplayName: 'Compute Engine',
    resourceFamily: 'Compute',
    resourceGroup: 'N2Standard',
    usageType: 'OnDemand',
  },
  serviceRegions: [region],
  pricingInfo: [
    {
      effectiveTime: '2026-02-01T08:00:00Z',
      pricingExpression: {
        usageUnit: unit,
        tieredRates: [
          { startUsageAmount: 0, unitPrice: { currencyCode: 'USD', units: '0', nanos } },
          {
            startUsageAmount: 100,
            unitPrice: { currencyCode: 'USD', units: '1', nanos: 500_000_000 },
          },
        ],
      },
    },
  ],
});

/** A page of Google Cloud SKUs: vCPUs and memory of a family. */
export const gcpPage = (region: string, nextPageToken = '') => ({
  skus: [
    gcpSku('CORE', 'N2 Instance Core running in Somewhere', region, 31_611_000),
    gcpSku('RAM', 'N2 Instance Ram running in Somewhere', region, 4_237_000, 'GiBy.h'),
  ],
  nextPageToken,
});
