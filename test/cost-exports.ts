import { parseCsv } from '../src/platform/lib/csv.js';
import type { Account, TestResponse, clientFor } from './harness.js';

type Caller = ReturnType<typeof clientFor>;

/** Requests an export, runs its job, and reads its status. */
export async function exportCosts(
  { app, as }: { app: Account['app']; as: Caller },
  parameters: object,
  query = '',
  resource: 'costs' | 'unit_costs' = 'costs',
): Promise<TestResponse> {
  const accepted = await as.post(`/v2/${resource}/data_exports${query}`, parameters);
  if (accepted.status !== 202) return accepted;
  await app.jobs.run('make-data-export', { token: accepted.body.token });
  return as.get(`/v2/data_exports/${accepted.body.token}`);
}

/** Downloads a file of an export without credentials; the first row has the column names. */
async function download({ app }: Pick<Account, 'app'>, link: string): Promise<string[][]> {
  const { pathname, search } = new URL(link);
  const { statusCode, body } = await app.server.inject({ url: pathname + search });
  if (statusCode !== 200) throw new Error(`${link} answered ${statusCode}: ${body}`);
  return parseCsv(body);
}

/** The rows of an export with a single file. */
export async function exportedRows(
  account: Account,
  parameters: object,
  resource: 'costs' | 'unit_costs' = 'costs',
): Promise<string[][]> {
  const { body } = await exportCosts(account, parameters, '', resource);
  const [link, ...more] = body.manifest?.files ?? [];
  if (!link || more.length > 0) throw new Error(JSON.stringify(body));
  return download(account, link);
}
