import { parseCsv } from '../src/platform/lib/csv.js';
import type { Account, TestResponse, clientFor } from './harness.js';

type Caller = ReturnType<typeof clientFor>;

/** Asks for an export, makes it, and reads its state. */
export async function exportCosts(
  { app, as }: { app: Account['app']; as: Caller },
  asked: object,
  query = '',
  of: 'costs' | 'unit_costs' = 'costs',
): Promise<TestResponse> {
  const accepted = await as.post(`/v2/${of}/data_exports${query}`, asked);
  if (accepted.status !== 202) return accepted;
  await app.jobs.run('make-data-export', { token: accepted.body.token });
  return as.get(`/v2/data_exports/${accepted.body.token}`);
}

/** Fetches a file of an export as anybody could; the first row holds the names of the columns. */
async function download({ app }: Pick<Account, 'app'>, link: string): Promise<string[][]> {
  const { pathname, search } = new URL(link);
  const { statusCode, body } = await app.server.inject({ url: pathname + search });
  if (statusCode !== 200) throw new Error(`${link} answered ${statusCode}: ${body}`);
  return parseCsv(body);
}

/** The rows of the only file of an export. */
export async function exportedRows(
  account: Account,
  asked: object,
  of: 'costs' | 'unit_costs' = 'costs',
): Promise<string[][]> {
  const { body } = await exportCosts(account, asked, '', of);
  const [link, ...more] = body.manifest?.files ?? [];
  if (!link || more.length > 0) throw new Error(JSON.stringify(body));
  return download(account, link);
}
