// Imports the files through the importer of the application.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printResult, peakMegabytes, timed } from './bench-step.mjs';
import { openBenchApp } from './bench-app.mjs';

const [folder, kind, data] = process.argv.slice(2);
const { app, workspace } = await openBenchApp(data);
const token = `accss_crdntl_${kind}`;
const now = app.clock();
const integration = {
  token,
  account_token: workspace.account_token,
  provider: 'aws',
  name: 'Bench',
  status: 'connected',
  created_at: now,
};
await app.services.db.insertInto('integrations').values(integration).execute();
await app.services.db
  .insertInto('integration_workspaces')
  .values({ integration_token: token, workspace_token: workspace.token })
  .execute();

const names = readdirSync(join(folder, kind)).toSorted();
const files = names.map((name) => ({ name, path: join(folder, kind, name) }));
const before = peakMegabytes();
const { ms, cpu, result } = await timed(() =>
  app.services.importer.import({ integrationToken: token, provider: 'aws', files }),
);
const lines = result.loads.reduce((sum, load) => sum + load.lines, 0);
const measurements = { ms, cpu, lines, before, peak: peakMegabytes() };
await app.close();
printResult(measurements);
