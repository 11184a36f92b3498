import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
// @ts-expect-error A script without types.
import { newestIn } from '../../scripts/compile.mjs';

/** Builds dist/, which tests of the program and of the console run, if src/ or web/ is newer. */
export function setup(): void {
  // Written last.
  const output = 'build/web/inter-LICENSE';
  const newest = Math.max(...['src', 'web'].map((folder) => newestIn(folder) as number));
  if (existsSync(output) && statSync(output).mtimeMs >= newest) return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
