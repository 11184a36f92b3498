// Compiles src/ to build/, which tests, benchmarks and the bundle of scripts/build.mjs load.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that modules read, in the same folder as the module. */
const assets = [
  'platform/store/migrations',
  'platform/store/clickhouse/migrations',
  'domain/billing/invoices/pdf/fonts',
];
const archive = 'platform/store/new-database.gz';
const stamp = 'build/compiled';

/** Copies what modules read beside their code, from src/ and build/, to a folder of compiled modules. */
export function copyAssets(output) {
  for (const folder of assets) {
    // A file that was renamed must not stay under both names.
    rmSync(`${output}/${folder}`, { recursive: true, force: true });
    cpSync(`src/${folder}`, `${output}/${folder}`, { recursive: true });
  }
  if (output !== 'build') cpSync(`build/${archive}`, `${output}/${archive}`);
}

/** Compiles everything anew. Types are not checked; `npm run lint` does that. */
async function compile() {
  rmSync('build', { recursive: true, force: true });
  compileModules();
  await createArchive();
  writeFileSync(stamp, '');
}

/** Compiles what has changed since the last time. */
export async function compileIfStale() {
  if (!existsSync(stamp)) return compile();
  const compiledAt = statSync(stamp).mtimeMs;
  if (newestIn('src') <= compiledAt) return undefined;
  compileModules();
  if (newestIn('src/platform/store/migrations') > compiledAt) await createArchive();
  writeFileSync(stamp, '');
}

function compileModules() {
  const args = ['-p', 'tsconfig.build.json', '--noCheck', '--incremental'];
  execFileSync('npx', ['--no-install', 'tsc', ...args, '--tsBuildInfoFile', 'build/modules.json'], {
    stdio: 'inherit',
  });
  copyAssets('build');
}

/** In a process of its own, because it loads the modules that were just compiled. */
async function createArchive() {
  execFileSync(process.execPath, ['scripts/create-database-archive.mjs', `build/${archive}`], {
    stdio: 'inherit',
  });
}

/** When the newest file of a folder, other than a test, was changed. */
export function newestIn(folder) {
  const names = readdirSync(folder, { recursive: true }).map(String);
  const times = names
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  return Math.max(...times);
}
