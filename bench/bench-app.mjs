// Opens the application on its own data folder, with a clock fixed to the benchmark's date.
import { openApp } from '../build/app.js';
import { readConfig } from '../build/platform/config.js';
import { createLog } from '../build/platform/lib/log.js';
import { year } from './costs-lines.mjs';

export const secret = `vntg_tkn_${'ab'.repeat(20)}`;

export async function openBenchApp(data, settings = {}) {
  const config = readConfig({
    FARTHING_DATA: data,
    FARTHING_RATE_LIMIT: '0',
    FARTHING_BOOTSTRAP_TOKEN: secret,
    FARTHING_LOG_LEVEL: 'silent',
    ...settings,
  });
  const clock = () => new Date(`${year.today}T12:00:00Z`);
  const app = await openApp({ config, log: createLog('silent'), clock });
  const workspace = await app.services.db
    .selectFrom('workspaces')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { app, workspace };
}

/** Adds an AWS integration to a workspace, and returns it. */
export async function addIntegration({ services, clock }, workspace, token) {
  const row = {
    token,
    account_token: workspace.account_token,
    provider: 'aws',
    name: 'AWS',
    status: 'connected',
    created_at: clock(),
  };
  const link = { integration_token: token, workspace_token: workspace.token };
  await services.db.insertInto('integrations').values(row).execute();
  await services.db.insertInto('integration_workspaces').values(link).execute();
  return services.db
    .selectFrom('integrations')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
}
