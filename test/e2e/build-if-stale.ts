import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Builds dist/, which some tests run, if src/ or web/ is newer. */
export function setup(): void {
  const output = 'dist/main.js';
  const newestSource = Math.max(
    ...['src', 'web'].flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) =>
        isTest(String(name)) ? 0 : statSync(join(folder, String(name))).mtimeMs,
      ),
    ),
  );
  if (existsSync(output) && statSync(output).mtimeMs >= newestSource) return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}

const isTest = (name: string) => name.endsWith('.test.ts');
