import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The end-to-end tests run dist/, so it must hold what src/ says; a fresh build is left alone. */
export function setup(): void {
  const built = 'dist/main.js';
  const newest = Math.max(
    ...readdirSync('src', { recursive: true }).map((name) =>
      isTest(String(name)) ? 0 : statSync(join('src', String(name))).mtimeMs,
    ),
  );
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}

const isTest = (name: string) => name.endsWith('.test.ts');
