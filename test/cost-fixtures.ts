import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Format } from '../src/ingest/format.js';
import { customCsv } from '../src/ingest/formats/index.js';
import { newToken } from '../src/kernel/tokens.js';
import type { Account } from './harness.js';

interface IntegrationOptions {
  provider?: string;
  name?: string;
  /** Workspaces that show its costs; the account's first one otherwise. */
  workspaces?: readonly string[];
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
      settings: '{}',
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

/** Imports files into an integration; without formats, as exports of a provider. */
export async function importFiles(
  { app }: Account,
  integrationToken: string,
  paths: readonly string[],
  options: { provider?: string; formats?: readonly Format[] } = {},
): Promise<void> {
  const { provider = 'custom_provider', formats } = options;
  await app.services.importer.import({
    integrationToken,
    provider,
    files: paths.map((path) => ({ name: basename(path), path })),
    ...(formats ? { formats } : {}),
  });
}

/** A new integration with the costs of a CSV text, as customers upload it. */
export async function importCsv(
  account: Account,
  csv: string,
  options: IntegrationOptions = {},
): Promise<string> {
  const token = await newIntegration(account, options);
  const folder = await mkdtemp(join(tmpdir(), 'farthing-csv-'));
  try {
    const path = join(folder, `${randomUUID()}.csv`);
    await writeFile(path, csv);
    await importFiles(account, token, [path], { formats: [customCsv] });
  } finally {
    await rm(folder, { recursive: true });
  }
  return token;
}

/** Costs of a custom provider as CSV; a row names what differs from a plain charge. */
export function costsCsv(rows: readonly Record<string, string>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row) => columns.map((column) => quoted(row[column] ?? '')).join(','));
  return [columns.join(','), ...lines].join('\n');
}
