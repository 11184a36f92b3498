// Writes what the console knows of the API: the types of all operations and the kinds of objects.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createServer } from 'vite';
import { compileModulesIfStale } from './compile.mjs';

/** Vite loads what is not compiled, because Node 20 reads no TypeScript. */
async function load(module) {
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await vite.ssrLoadModule(module);
  } finally {
    await vite.close();
  }
}

/** The types of all operations, the console's own included. */
async function printSchema() {
  const { allOperations } = await import('../build/operations.js');
  const { describeOperations } = await import('../build/platform/description/openapi.js');
  const { printTypes } = await load('/scripts/print-types.ts');
  return printTypes(describeOperations(allOperations()));
}

async function printKinds() {
  const { kinds } = await import('../build/domain/sharing/kinds/index.js');
  const declared = kinds.map(({ prefix, label, page, canBeFavourite }) => ({
    prefix,
    label,
    page,
    canBeFavourite,
  }));
  return `// Generated from the entities of the server by \`npm run generate\`. Do not edit.
export interface ObjectKind {
  prefix: string;
  label: string;
  page: string | null;
  canBeFavourite: boolean;
}

export const kinds: readonly ObjectKind[] = ${JSON.stringify(declared, null, 2)};
`;
}

/** Another program may be reading a file that is not stale. */
function writeIfChanged(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

export async function generateClient() {
  compileModulesIfStale();
  writeIfChanged('web/src/api/schema.ts', await printSchema());
  writeIfChanged('web/src/api/kinds.ts', await printKinds());
}

if (resolve(process.argv[1]) === import.meta.filename) await generateClient();
