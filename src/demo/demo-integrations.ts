import { sql } from 'kysely';
import { DomainFailure } from '../platform/lib/errors.js';
import type { Context } from '../platform/kernel/context.js';
import { createIntegration } from '../domain/intake/integrations/index.js';
import type { Db } from '../platform/store/tables.js';
import { clusterSetting } from './cluster.js';
import { clouds } from './clouds.js';
import { colocationProvider } from './colocation.js';
import {
  type DemoParameters,
  type DemoState,
  type History,
  earlierHistory,
  stateAfter,
} from './history.js';

export interface DemoIntegration {
  token: string;
  provider: string;
  name: string;
  /** Stored in the settings of the integration. */
  state: DemoState;
}

/** Reads the integrations of an earlier run; throws if the account has only others. */
export async function readDemoIntegrations({ db, actor }: Context): Promise<DemoIntegration[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['token', 'provider', 'name', 'settings'])
    .where('account_token', '=', actor.accountToken)
    .orderBy('id')
    .execute();
  const bills = rows.filter(({ settings }) => settings[clusterSetting] !== true);
  const own = bills.flatMap(({ settings, ...row }) => {
    const state = settings['demo'] as DemoState | undefined;
    return state ? [{ ...row, state }] : [];
  });
  // Bills that somebody has imported beside the demo do not keep it from being continued.
  if (bills.length > 0 && own.length === 0) {
    throw new DomainFailure([
      'This installation already has integrations, so the demo was not built; use a separate data folder with --data',
    ]);
  }
  return own;
}

/** Creates the four integrations with bills in a workspace. */
export async function createDemoIntegrations(
  ctx: Context,
  workspace: string,
  parameters: DemoParameters,
): Promise<void> {
  const sources = [
    ...clouds.map(({ provider, title, billingAccount }) => ({
      provider,
      name: title,
      account_identifier: billingAccount.id,
    })),
    {
      provider: 'custom_provider',
      name: colocationProvider,
      account_identifier: colocationProvider,
    },
  ];
  const settings = { demo: parameters };
  for (const source of sources) {
    const initial = { status: 'connected', settings, workspaces: [workspace] } as const;
    await createIntegration(ctx, { ...source, ...initial });
  }
}

/** Records that the bills of a history are imported; while earlier ones are missing, the integration is importing. */
export async function recordImported(
  db: Db,
  { token, state }: DemoIntegration,
  history: History,
): Promise<void> {
  const demo = stateAfter(state, history);
  const settings = JSON.stringify({ demo });
  const isComplete = earlierHistory(demo) === undefined;
  await sql`update integrations set settings = settings || ${settings}::jsonb,
      status = case when ${isComplete} then status else 'importing' end
    where token = ${token}`.execute(db);
}
