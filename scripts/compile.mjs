// Compiles src/ to build/, which tests, benchmarks and the bundle of scripts/build.mjs load.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that modules read, in the same folder as the module. */
const assets = [
  'platform/store/migrations',
  'platform/store/clickhouse/migrations',
  'platform/pdf/fonts',
];
const archive = 'platform/store/new-database.gz';
const archivePath = `build/${archive}`;
const stamp = 'build/compiled';

/** Copies what modules read beside their code, from src/ and build/, to a folder of compiled modules. */
export function copyAssets(output) {
  for (const folder of assets) {
    // A file that was renamed must not stay under both names.
    rmSync(`${output}/${folder}`, { recursive: true, force: true });
    cpSync(`src/${folder}`, `${output}/${folder}`, { recursive: true });
  }
  if (output !== 'build') cpSync(archivePath, `${output}/${archive}`);
}

/** Compiles what has changed since the last time, and creates the archive of a new database. */
export async function compileIfStale() {
  compileModulesIfStale();
  const isStale =
    !existsSync(archivePath) ||
    newestIn('src/platform/store/migrations') > statSync(archivePath).mtimeMs;
  if (isStale) await createArchive();
}

/** Compiles modules alone, which takes a third of the time. Types are not checked; `npm run lint` does that. */
export function compileModulesIfStale() {
  const compiledAt = existsSync(stamp) ? statSync(stamp).mtimeMs : undefined;
  if (compiledAt !== undefined && newestIn('src') <= compiledAt) return;
  // What an interrupted run has left may be incomplete.
  if (compiledAt === undefined) rmSync('build', { recursive: true, force: true });
  compileModules();
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
  const creating = spawn(process.execPath, ['scripts/create-database-archive.mjs', archivePath], {
    stdio: 'inherit',
  });
  const [status] = await once(creating, 'close');
  if (status !== 0) throw new Error('The archive of a new database could not be created.');
}

/** When a file of a folder, other than a test, was last changed, renamed or removed, which changes its folder. */
export function newestIn(folder) {
  const names = ['', ...readdirSync(folder, { recursive: true }).map(String)];
  const times = names
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  return Math.max(...times);
}
