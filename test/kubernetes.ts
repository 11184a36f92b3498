import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { DataFileFormat, DataFileReport } from '../src/domain/intake/data-files/data-file.js';
import { newIntegration } from './cost-fixtures.js';
import type { Account } from './harness.js';

/** Stores a data file in an integration, a new one of the provider kubernetes unless one is given. */
export async function storeDataFile(
  account: Account,
  format: DataFileFormat,
  content: string | Buffer,
  options: { integration?: string; name?: string } = {},
): Promise<DataFileReport & { integration: string }> {
  const { services, clock } = account.app;
  const token =
    options.integration ??
    (await newIntegration(account, { provider: 'kubernetes', name: 'Cluster' }));
  const integration = await services.db
    .selectFrom('integrations')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const { name = 'allocation.json' } = options;
  const open = () => Readable.from([Buffer.from(content)]);
  const report = await format.store(
    { name, path: name, open },
    { services, integration, now: clock() },
  );
  return { ...report, integration: token };
}

/** Stores the text of a file on disk. */
export const storeFile = async (
  account: Account,
  format: DataFileFormat,
  path: string,
  options: { integration?: string } = {},
) => storeDataFile(account, format, await readFile(path), { ...options, name: path });

/** Efficiency figures of the first workspace of an account. */
export async function efficiency(account: Account, query: Record<string, string> = {}) {
  const parameters = new URLSearchParams({ workspace_token: account.workspace.token, ...query });
  const { body } = await account.as.get(
    `/v2/kubernetes_efficiency_reports/efficiency?${parameters.toString()}`,
  );
  return body;
}
