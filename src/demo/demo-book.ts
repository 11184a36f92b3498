import { sql } from 'kysely';
import { DomainFailure } from '../platform/lib/errors.js';
import type { Context } from '../platform/kernel/context.js';
import { createIntegration } from '../domain/integrations/create-integration.js';
import type { Db } from '../platform/store/tables.js';
import { clouds } from './clouds.js';
import { colocation } from './colocation.js';
import type { Origin } from './history.js';

/** What an integration of the demo remembers in its settings. */
interface DemoMark extends Origin {
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
export async function demoIntegrations({ db, actor }: Context): Promise<DemoIntegration[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['token', 'provider', 'name', 'settings'])
    .where('account_token', '=', actor.accountToken)
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

/** Makes the four integrations and shows them in a workspace. */
export async function createDemoIntegrations(
  ctx: Context,
  workspace: string,
  origin: Origin,
): Promise<void> {
  const sources = [
    ...clouds.map(({ provider, title, billingAccount }) => ({
      provider,
      name: title,
      account_identifier: billingAccount.id,
    })),
    { provider: 'custom_provider', name: colocation, account_identifier: colocation },
  ];
  const settings = { demo: origin };
  for (const source of sources) {
    const born = { status: 'connected', settings, workspaces: [workspace] } as const;
    await createIntegration(ctx, { ...source, ...born });
  }
}

/** Remembers how far the bills of an integration are imported. */
export async function markThrough(
  db: Db,
  { token, mark }: DemoIntegration,
  through: string,
): Promise<void> {
  const settings = JSON.stringify({ demo: { ...mark, through } });
  await sql`update integrations set settings = settings || ${settings}::jsonb
    where token = ${token}`.execute(db);
}
