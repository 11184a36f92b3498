import { sql } from 'kysely';
import { DomainFailure } from '../kernel/errors.js';
import type { Context } from '../kernel/context.js';
import { newToken } from '../kernel/tokens.js';
import type { Db } from '../store/tables.js';
import { clouds } from './clouds.js';
import { colocation } from './colocation.js';

/** What an integration of the demo remembers in its settings. */
export interface DemoMark {
  seed: number;
  scale: number;
  /** First day of the company's history. */
  beginning: string;
  /** Last day that was imported; absent before the first import. */
  through?: string;
}

export interface DemoIntegration {
  token: string;
  provider: string;
  name: string;
  mark: DemoMark;
}

/** The integrations that an earlier run made; none on an empty account. Refuses beside integrations of others. */
export async function demoIntegrations(db: Db, accountToken: string): Promise<DemoIntegration[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['token', 'provider', 'name', 'settings'])
    .where('account_token', '=', accountToken)
    .orderBy('id')
    .execute();
  return rows.map(({ settings, ...row }) => {
    const mark = settings['demo'] as DemoMark | undefined;
    if (mark) return { ...row, mark };
    throw new DomainFailure([
      'This installation has integrations of its own, so the demo stays away; give it a data folder of its own with --data',
    ]);
  });
}

const sources = [
  ...clouds.map(({ provider, title, billingAccount }) => ({
    provider: provider as string,
    name: title,
    account_identifier: billingAccount.id,
  })),
  {
    provider: colocation.provider,
    name: colocation.title,
    account_identifier: colocation.title,
  },
];

/** Makes the four integrations and shows them in a workspace. */
export async function createDemoIntegrations(
  { db, actor, now }: Context,
  workspace: string,
  mark: DemoMark,
): Promise<DemoIntegration[]> {
  const rows = sources.map((source) => ({ ...source, token: newToken('accss_crdntl') }));
  const born = { account_token: actor.accountToken, status: 'connected', created_at: now } as const;
  const settings = JSON.stringify({ demo: mark });
  await db
    .insertInto('integrations')
    .values(rows.map((row) => ({ ...row, ...born, settings })))
    .execute();
  await db
    .insertInto('integration_workspaces')
    .values(rows.map(({ token }) => ({ integration_token: token, workspace_token: workspace })))
    .execute();
  return rows.map(({ token, provider, name }) => ({ token, provider, name, mark }));
}

/** Remembers how far the bills of an integration are imported. */
export async function markThrough(db: Db, { token, mark }: DemoIntegration, through: string) {
  const settings = JSON.stringify({ demo: { ...mark, through } });
  await sql`update integrations set settings = settings || ${settings}::jsonb where token = ${token}`.execute(
    db,
  );
}
