import { awsMeters } from './aws-meters.js';
import { azureMeters } from './azure-meters.js';
import { type Account, awsAccounts, azureAccounts, companyName, gcpAccounts } from './company.js';
import { gcpMeters } from './gcp-meters.js';
import type { Meter } from './meter.js';

/** A one-year commitment at a discount on the on-demand price. */
export interface Commitment {
  key: string;
  id: string;
  name: string;
  /** CommitmentDiscountCategory of FOCUS. */
  category: 'Spend' | 'Usage';
  type: string;
  /** Share of the list price that is paid. */
  priceFactor: string;
  /** Share of production resources covered. */
  coverage: number;
  payment: 'monthly' | 'upfront';
}

/** A usage spike of some days; it recurs every year, so that there is always a recent one. */
export interface Anomaly {
  account: string;
  usageType: string;
  /** Days after the beginning of the history. */
  fromDay: number;
  days: number;
  factor: number;
  /** The provider refunds half of the cost. */
  refunded?: boolean;
}

/** How the company uses a cloud provider, and what its bills contain. */
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
  /** Share of the list price that the company's contract leaves to pay. */
  contractFactor: string;
  taxRate: string;
  /** Support fee as a share of usage costs. */
  supportRate: string;
  supportName: string;
  /** A credit on usage in the first months. */
  credit: { name: string; rate: string; months: number };
  /** A monthly marketplace subscription. */
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
      category: 'Spend',
      type: 'Compute Savings Plan',
      priceFactor: '0.72',
      coverage: 0.55,
      payment: 'monthly',
    },
    {
      key: 'database-reservation',
      id: 'arn:aws:rds:eu-west-1:288014477031:ri:harbourline-databases',
      name: 'Reserved DB instances, 1 year, all upfront',
      category: 'Usage',
      type: 'Reserved DB Instance',
      priceFactor: '0.64',
      coverage: 0.6,
      payment: 'upfront',
    },
  ],
  anomalies: [
    {
      account: 'storefront-prod',
      usageType: 'NatGateway-Bytes',
      fromDay: 96,
      days: 4,
      factor: 22,
      refunded: true,
    },
    {
      account: 'mobile-api-prod',
      usageType: 'Lambda-GB-Second',
      fromDay: 214,
      days: 2,
      factor: 30,
    },
    {
      account: 'data-platform-prod',
      usageType: 'Requests-Tier1',
      fromDay: 347,
      days: 5,
      factor: 18,
    },
  ],
  contractFactor: '0.94',
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
      category: 'Usage',
      type: 'Reservation',
      priceFactor: '0.62',
      coverage: 0.5,
      payment: 'monthly',
    },
  ],
  anomalies: [
    {
      account: 'erp-prod',
      usageType: 'Analytics Logs Data Ingestion',
      fromDay: 158,
      days: 6,
      factor: 14,
    },
  ],
  contractFactor: '0.90',
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
      category: 'Spend',
      type: 'Flexible CUD',
      priceFactor: '0.72',
      coverage: 0.5,
      payment: 'monthly',
    },
  ],
  anomalies: [
    { account: 'warehouse-prod', usageType: 'Analysis', fromDay: 289, days: 3, factor: 16 },
    { account: 'attribution-prod', usageType: 'Analysis', fromDay: 355, days: 2, factor: 25 },
  ],
  contractFactor: '1',
  taxRate: '0.08',
  supportRate: '0.03',
  supportName: 'Google Cloud Support (Enhanced)',
  credit: { name: 'Data analytics program', rate: '0.10', months: 9 },
  marketplace: { product: 'Databricks', publisher: 'Databricks, Inc.', price: '2600' },
};

export const clouds: readonly Cloud[] = [aws, azure, gcp];
