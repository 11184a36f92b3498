// Compiles src/ to dist/, copies the SQL migrations, creates an empty database, and builds web/ to dist/web.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { checkFirstPageSize } from './check-first-page-size.mjs';

rmSync('dist', { recursive: true, force: true });
execFileSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
for (const folder of ['platform/store/migrations', 'platform/store/clickhouse/migrations']) {
  cpSync(`src/${folder}`, `dist/${folder}`, { recursive: true });
}
chmodSync('dist/main.js', 0o755);

const database = await PGlite.create();
const archive = await database.dumpDataDir('gzip');
writeFileSync(
  'dist/platform/store/empty-database.tar.gz',
  Buffer.from(await archive.arrayBuffer()),
);
await database.close();

execFileSync('npx', ['--no-install', 'vite', 'build', '--config', 'web/vite.config.ts'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
// The font's licence must go with it.
cpSync('node_modules/@fontsource-variable/inter/LICENSE', 'dist/web/inter-LICENSE');
// Compressed once here instead of on every request.
for (const name of readdirSync('dist/web/assets')) {
  const content = readFileSync(`dist/web/assets/${name}`);
  writeFileSync(`dist/web/assets/${name}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`dist/web/assets/${name}.br`, brotliCompressSync(content));
}
checkFirstPageSize('dist/web');
