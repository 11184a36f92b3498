// Imports the files through the importer of the application.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printResult, peakMegabytes, timed } from './bench-step.mjs';
import { addIntegration, openBenchApp } from './bench-app.mjs';

const [folder, kind, data] = process.argv.slice(2);
const { app, workspace } = await openBenchApp(data);
const token = `accss_crdntl_${kind}`;
await addIntegration(app, workspace, token);

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
