import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type FlowImport,
  type FlowImportReport,
  importFlowLog,
} from '../src/domain/optimise/network-flows/import-flow-log.js';
import { newToken } from '../src/platform/lib/tokens.js';
import { newIntegration } from './cost-fixtures.js';
import { flowHeader } from './flow-records.js';
import type { Account } from './harness.js';

interface Options extends Partial<FlowImport> {
  name?: string;
  integration?: string;
  gzip?: boolean;
  header?: string;
}

/** Imports records as a flow log, into a new integration unless one is given. */
export async function importFlows(
  account: Account,
  records: readonly string[],
  options: Options = {},
): Promise<FlowImportReport & { integration: string }> {
  const { name = 'flows.log', gzip = false, header = flowHeader, ...more } = options;
  const folder = await mkdtemp(join(tmpdir(), 'farthing-flows-'));
  try {
    const path = join(folder, 'file');
    const text = `${[header, ...records].join('\n')}\n`;
    await writeFile(path, gzip ? gzipSync(text) : text);
    return await importFlowFile(account, path, { ...more, name });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Imports a flow log from a file. */
export async function importFlowFile(
  account: Account,
  path: string,
  { name = 'flows.log', integration, ...more }: Options = {},
): Promise<FlowImportReport & { integration: string }> {
  const { app } = account;
  const token = integration ?? (await newIntegration(account, { provider: 'aws', name: 'AWS' }));
  const { db, costs, workFolder } = app.services;
  const report = await importFlowLog(
    { name, path },
    {
      db,
      store: costs,
      workFolder,
      accountToken: account.account.token,
      integrationToken: token,
      now: app.clock(),
      retentionDays: 7,
      sampleRate: 1,
      ...more,
    },
  );
  return { ...report, integration: token };
}

/** Adds a network interface to the inventory. */
export async function addInterface(
  { app, account }: Account,
  integration: string,
  id: string,
  address: string,
  metadata: Record<string, unknown> = {},
): Promise<string> {
  const token = newToken('prvdr_rsrc');
  const { region = 'us-east-1', ...more } = metadata;
  await app.services.db
    .insertInto('resources')
    .values({
      token,
      account_token: account.token,
      integration_token: integration,
      provider: 'aws',
      uuid: `arn:aws:ec2:${String(region)}:111122223333:network-interface/${id}`,
      type: 'aws_network_interface',
      label: `Interface ${id}`,
      account_id: '111122223333',
      region: String(region),
      metadata: JSON.stringify({
        interface_id: id,
        private_ip_address: address,
        vpc_id: 'vpc-1',
        ...more,
      }),
      in_inventory: true,
      last_seen_at: app.clock(),
      created_at: app.clock(),
    })
    .execute();
  return token;
}
