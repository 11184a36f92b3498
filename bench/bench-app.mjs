// Opens the application on its own data folder, with a clock fixed to the benchmark's date.
import { openApp } from '../dist/app.js';
import { readConfig } from '../dist/platform/config.js';
import { createLog } from '../dist/platform/lib/log.js';
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
