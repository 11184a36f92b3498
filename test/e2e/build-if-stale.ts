import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Tests of the built program run dist/, so it must hold what src/ and web/ say; a fresh build is left alone. */
export function setup(): void {
  const built = 'dist/main.js';
  const newest = Math.max(
    ...['src', 'web'].flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) =>
        isTest(String(name)) ? 0 : statSync(join(folder, String(name))).mtimeMs,
      ),
    ),
  );
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}

const isTest = (name: string) => name.endsWith('.test.ts');
