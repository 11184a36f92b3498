// Writes the types of the API for the console. `--check` compares the file instead, as `npm run lint` does.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'vite';
import { compileIfStale } from './compile.mjs';

const committed = 'web/src/api/schema.ts';

/** The types of all operations, the console's own included. Vite loads what is not compiled, because Node 20 reads no TypeScript. */
async function printClientTypes() {
  await compileIfStale();
  const { allOperations } = await import('../build/operations.js');
  const { describeOperations } = await import('../build/platform/description/openapi.js');
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { printTypes } = await vite.ssrLoadModule('/scripts/print-types.ts');
    return printTypes(describeOperations(allOperations()));
  } finally {
    await vite.close();
  }
}

const types = await printClientTypes();
const [mode, file = committed] = process.argv.slice(2);
if (mode !== '--check') writeFileSync(committed, types);
else if (readFileSync(file, 'utf8') !== types) {
  console.error(`${file} is stale: run npm run generate`);
  process.exitCode = 1;
}
