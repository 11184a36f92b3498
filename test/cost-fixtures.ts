import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Format } from '../src/domain/intake/ingest/format.js';
import type { ImportResult } from '../src/domain/intake/ingest/import-costs.js';
import { customCsv, providerFormats } from '../src/domain/intake/ingest/formats/index.js';
import { newToken } from '../src/platform/lib/tokens.js';
import type { Account } from './harness.js';

interface IntegrationOptions {
  provider?: string;
  name?: string;
  /** Workspaces that see its costs; by default the first of the account. */
  workspaces?: readonly string[];
  /** Imports into this one instead of a new one. */
  integration?: string;
}

/** An integration without costs. */
export async function newIntegration(
  { app, account, workspace }: Account,
  options: IntegrationOptions = {},
): Promise<string> {
  const { provider = 'custom_provider', name = 'Own', workspaces = [workspace.token] } = options;
  const token = newToken('accss_crdntl');
  const { db } = app.services;
  await db
    .insertInto('integrations')
    .values({
      token,
      account_token: account.token,
      provider,
      name,
      status: 'connected',
      // Tests import costs of the same payer into several integrations.
      settings: JSON.stringify({ allow_overlap: true }),
      created_at: app.clock(),
    })
    .execute();
  for (const workspace_token of workspaces) {
    await db
      .insertInto('integration_workspaces')
      .values({ integration_token: token, workspace_token })
      .execute();
  }
  return token;
}

/** Imports files into an integration, in the formats of providers unless others are given. */
export async function importFiles(
  { app }: Account,
  integrationToken: string,
  paths: readonly string[],
  options: { provider?: string; formats?: readonly Format[] } = {},
): Promise<ImportResult> {
  const { provider = 'custom_provider', formats } = options;
  return app.services.importer.import({
    integrationToken,
    provider,
    files: paths.map((path) => ({ name: basename(path), path })),
    ...(formats ? { formats } : {}),
  });
}

/** Imports the costs of a CSV text, into a new integration unless one is given, in the upload format unless others are given. */
export async function importCsv(
  account: Account,
  csv: string,
  options: IntegrationOptions & { formats?: readonly Format[] } = {},
): Promise<string> {
  const { formats = [customCsv], ...integration } = options;
  const token = options.integration ?? (await newIntegration(account, integration));
  const folder = await mkdtemp(join(tmpdir(), 'farthing-csv-'));
  try {
    const path = join(folder, `${randomUUID()}.csv`);
    await writeFile(path, csv);
    await importFiles(account, token, [path], { formats });
  } finally {
    await rm(folder, { recursive: true });
  }
  return token;
}

/** A charge of a cloud provider; missing fields get defaults. */
export interface Charge {
  cost: string;
  day: string;
  /** Month of the bill, `2026-02`; that of the day unless given. */
  billed?: string;
  provider?: 'AWS' | 'Google Cloud' | 'Microsoft' | 'Oracle';
  effective?: string;
  listCost?: string;
  service?: string;
  region?: string;
  account?: string;
  accountName?: string;
  billingAccount?: string;
  resource?: string;
  resourceName?: string;
  category?: 'Usage' | 'Purchase' | 'Tax' | 'Credit' | 'Adjustment';
  usage?: string;
  unit?: string;
  /** Usage type of AWS. */
  usageType?: string;
  /** Savings plan that covers it. */
  plan?: string;
  currency?: string;
  tags?: Record<string, string>;
}

/** Imports charges of any providers, into a new integration unless one is given. */
export function importCharges(
  account: Account,
  charges: readonly Charge[],
  options: IntegrationOptions = {},
): Promise<string> {
  const csv = costsCsv(charges.map(focusRow));
  return importCsv(account, csv, { ...options, formats: providerFormats });
}

/** Only what a charge has: fewer columns take less time to import. */
function focusRow(charge: Charge): Record<string, string> {
  const start = charge.day.includes('T') ? charge.day : `${charge.day}T00:00:00Z`;
  const hour = new Date(Date.parse(start) + 3_600_000).toISOString().slice(0, 19);
  const row = {
    BillingAccountId: charge.billingAccount ?? '100',
    BillingAccountName: 'Main',
    BillingCurrency: charge.currency,
    BillingPeriodStart: charge.billed && `${charge.billed}-01T00:00:00Z`,
    ChargePeriodStart: start,
    ChargePeriodEnd: `${hour}Z`,
    ChargeCategory: charge.category ?? 'Usage',
    BilledCost: charge.cost,
    // A purchase would have none.
    EffectiveCost: charge.effective ?? (charge.category === 'Purchase' ? charge.cost : undefined),
    ListCost: charge.listCost,
    ProviderName: charge.provider ?? 'AWS',
    ServiceName: charge.service ?? 'Compute',
    ServiceCategory: 'Compute',
    RegionId: charge.region,
    ResourceId: charge.resource,
    ResourceName: charge.resourceName,
    SubAccountName: charge.accountName,
    SubAccountId: charge.account,
    ConsumedQuantity: charge.usage,
    ConsumedUnit: charge.unit,
    CommitmentDiscountId: charge.plan,
    CommitmentDiscountCategory: charge.plan && 'Spend',
    CommitmentDiscountType: charge.plan && 'Compute Savings Plan',
    CommitmentDiscountStatus: charge.plan && 'Used',
    x_UsageType: charge.usageType,
    Tags: charge.tags && JSON.stringify(charge.tags),
  };
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => (value ? [[column, value]] : [])),
  );
}

/** Rows as CSV, with every column that occurs in one of them. */
export function costsCsv(rows: readonly Record<string, string>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row) => columns.map((column) => quoted(row[column])).join(','));
  return [columns.join(','), ...lines].join('\n');
}
