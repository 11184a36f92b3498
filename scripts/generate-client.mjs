// Writes the types of the API for the console. test/generate-client.test.ts fails while the file is stale.
import { writeFileSync } from 'node:fs';
import { createServer } from 'vite';
import { compileIfStale } from './compile.mjs';

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

writeFileSync('web/src/api/schema.ts', await printClientTypes());
