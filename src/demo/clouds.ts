import { awsMeters } from './aws-meters.js';
import { azureMeters } from './azure-meters.js';
import { type Account, awsAccounts, azureAccounts, companyName, gcpAccounts } from './company.js';
import { gcpMeters } from './gcp-meters.js';
import type { Meter } from './meter.js';

/** A promise to use something for a year, cheaper than by the hour. */
export interface Commitment {
  key: string;
  id: string;
  name: string;
  /** What it is counted in, as FOCUS says it. */
  basis: 'Spend' | 'Usage';
  type: string;
  /** What remains of the list price. */
  factor: string;
  /** Share of the production resources that it covers. */
  coverage: number;
  payment: 'monthly' | 'upfront';
}

/** Use of one service that went out of hand for some days; every year, so that there is always a recent one. */
export interface Anomaly {
  account: string;
  usage: string;
  /** Days after the beginning of the history. */
  from: number;
  days: number;
  factor: number;
  /** The provider gave half of it back. */
  refunded?: boolean;
}

/** A cloud provider as the company uses it: what its bill is made of. */
export interface Cloud {
  provider: 'aws' | 'azure' | 'gcp';
  title: string;
  issuer: string;
  billingAccount: { id: string; name: string };
  currency: string;
  accounts: readonly Account[];
  meters: readonly Meter[];
  regions: readonly (readonly [id: string, name: string])[];
  commitments: readonly Commitment[];
  anomalies: readonly Anomaly[];
  /** What remains of the list price under the company's contract. */
  contract: string;
  taxRate: string;
  /** Support costs this share of what is used. */
  supportRate: string;
  supportName: string;
  /** A credit on the use of the first months. */
  credit: { name: string; rate: string; months: number };
  /** Something bought from somebody else on the provider's marketplace, every month. */
  marketplace: { product: string; publisher: string; price: string };
}

const aws: Cloud = {
  provider: 'aws',
  title: `${companyName} AWS organization`,
  issuer: 'Amazon Web Services, Inc.',
  billingAccount: { id: '288014477031', name: `${companyName} payer` },
  currency: 'USD',
  accounts: awsAccounts,
  meters: awsMeters,
  regions: [
    ['eu-west-1', 'EU (Ireland)'],
    ['us-east-1', 'US East (N. Virginia)'],
    ['eu-central-1', 'EU (Frankfurt)'],
  ],
  commitments: [
    {
      key: 'compute-plan',
      id: 'arn:aws:savingsplans::288014477031:savingsplan/5f2c9c1e-7a0d-4f0b-9a55-2f1f6f7f9e01',
      name: 'Compute Savings Plan, 1 year',
      basis: 'Spend',
      type: 'Compute Savings Plan',
      factor: '0.72',
      coverage: 0.55,
      payment: 'monthly',
    },
    {
      key: 'database-reservation',
      id: 'arn:aws:rds:eu-west-1:288014477031:ri:harbourline-databases',
      name: 'Reserved databases, 1 year, all upfront',
      basis: 'Usage',
      type: 'Reserved DB Instance',
      factor: '0.64',
      coverage: 0.6,
      payment: 'upfront',
    },
  ],
  anomalies: [
    {
      account: 'storefront-prod',
      usage: 'NatGateway-Bytes',
      from: 96,
      days: 4,
      factor: 22,
      refunded: true,
    },
    { account: 'mobile-api-prod', usage: 'Lambda-GB-Second', from: 214, days: 2, factor: 30 },
    { account: 'data-platform-prod', usage: 'Requests-Tier1', from: 347, days: 5, factor: 18 },
  ],
  contract: '0.94',
  taxRate: '0.07',
  supportRate: '0.05',
  supportName: 'AWS Support (Business)',
  credit: { name: 'Migration credit', rate: '0.06', months: 5 },
  marketplace: { product: 'Confluent Cloud', publisher: 'Confluent, Inc.', price: '3850' },
};

const azure: Cloud = {
  provider: 'azure',
  title: `${companyName} Azure`,
  issuer: 'Microsoft Ireland Operations Limited',
  billingAccount: {
    id: '/providers/Microsoft.Billing/billingAccounts/7733120',
    name: `${companyName} B.V.`,
  },
  currency: 'EUR',
  accounts: azureAccounts,
  meters: azureMeters,
  regions: [
    ['westeurope', 'West Europe'],
    ['northeurope', 'North Europe'],
  ],
  commitments: [
    {
      key: 'vm-reservation',
      id: '/providers/Microsoft.Capacity/reservationOrders/3c41f4ea-0c15-4dcb-a5fd-8e1f2b5bb0d1',
      name: 'D-series reservation, 1 year',
      basis: 'Usage',
      type: 'Reservation',
      factor: '0.62',
      coverage: 0.5,
      payment: 'monthly',
    },
  ],
  anomalies: [
    { account: 'erp-prod', usage: 'Analytics Logs Data Ingestion', from: 158, days: 6, factor: 14 },
  ],
  contract: '0.90',
  taxRate: '0.21',
  supportRate: '0.04',
  supportName: 'Azure Support (Standard)',
  credit: { name: 'Partner credit', rate: '0.03', months: 13 },
  marketplace: { product: 'Elastic Cloud', publisher: 'Elasticsearch B.V.', price: '940' },
};

const gcp: Cloud = {
  provider: 'gcp',
  title: `${companyName} Google Cloud`,
  issuer: 'Google Cloud EMEA Limited',
  billingAccount: { id: '01C4F2-9B7D10-55E0AA', name: `${companyName} analytics` },
  currency: 'USD',
  accounts: gcpAccounts,
  meters: gcpMeters,
  regions: [
    ['europe-west4', 'Netherlands'],
    ['us-central1', 'Iowa'],
  ],
  commitments: [
    {
      key: 'compute-commitment',
      id: 'projects/hl-warehouse-prod/commitments/flexible-compute',
      name: 'Flexible compute commitment, 1 year',
      basis: 'Spend',
      type: 'Flexible CUD',
      factor: '0.72',
      coverage: 0.5,
      payment: 'monthly',
    },
  ],
  anomalies: [
    { account: 'warehouse-prod', usage: 'Analysis', from: 289, days: 3, factor: 16 },
    { account: 'attribution-prod', usage: 'Analysis', from: 355, days: 2, factor: 25 },
  ],
  contract: '1',
  taxRate: '0.08',
  supportRate: '0.03',
  supportName: 'Google Cloud Support (Enhanced)',
  credit: { name: 'Data analytics programme', rate: '0.10', months: 9 },
  marketplace: { product: 'Databricks', publisher: 'Databricks, Inc.', price: '2600' },
};

export const clouds: readonly Cloud[] = [aws, azure, gcp];
