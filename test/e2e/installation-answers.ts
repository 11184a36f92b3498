import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costsPath } from '../cost-requests.js';
import { call } from './server-process.js';

/** Everything below a folder, by relative path. */
export const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        .toSorted()
    : [];

const breakdowns = [
  'provider',
  'service',
  'account_id,region',
  'charge_type',
  'cost_category,cost_subcategory',
  'tag:team',
  'resource_id',
];

/** What people and programs see of an installation. */
export async function answersOf(
  url: string,
  range = { start_date: '1990-01-01', end_date: '2000-12-31' },
): Promise<Record<string, unknown>> {
  const paths = [
    '/v2/me',
    '/v2/workspaces',
    '/v2/users',
    '/v2/teams?limit=1000',
    '/v2/folders?limit=1000',
    '/v2/saved_filters?limit=1000',
    '/v2/cost_reports?limit=1000',
    '/v2/dashboards?limit=1000',
    '/v2/integrations',
    '/v2/audit_logs?limit=1000',
    '/v2/budgets?limit=1000',
    '/v2/virtual_tag_configs?limit=1000',
    '/v2/managed_accounts?limit=1000',
    '/v2/invoices?limit=1000',
    '/v2/business_metrics?limit=1000',
    '/console/imports?limit=100',
  ];
  const { body } = await call(url, 'GET', '/v2/workspaces');
  for (const groupings of breakdowns) {
    const query = { ...range, date_bin: 'month', limit: 5000 };
    const workspace_token = String(body.workspaces[0].token);
    paths.push(costsPath({ ...query, groupings, workspace_token }));
  }
  const answers: Record<string, unknown> = {};
  for (const path of paths) {
    const response = await call(url, 'GET', path);
    answers[path] = [response.status, withoutOrigin(response.body, url)];
  }
  return answers;
}

const withoutOrigin = (body: unknown, url: string) =>
  JSON.parse(JSON.stringify(body ?? null).replaceAll(url, '')) as unknown;

/** Changes one byte of one of all files; returns which. */
export function damageOneByte(folder: string, random: () => number): string {
  const files = filesIn(folder).map((name) => join(folder, name));
  const sizes = files.map((path) => statSync(path).size);
  let at = Math.floor(random() * sizes.reduce((sum, size) => sum + size, 0));
  const index = sizes.findIndex((size) => {
    if (at < size) return true;
    at -= size;
    return false;
  });
  const content = readFileSync(files[index]!);
  content[at]! ^= 1 + Math.floor(random() * 255);
  writeFileSync(files[index]!, content);
  return `byte ${at} of ${files[index]}`;
}
