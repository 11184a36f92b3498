// Compiles src/ to dist/ and puts the SQL migrations beside the code that runs them.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
execFileSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
for (const folder of ['store/migrations', 'store/clickhouse/migrations']) {
  cpSync(`src/${folder}`, `dist/${folder}`, { recursive: true });
}
chmodSync('dist/main.js', 0o755);
