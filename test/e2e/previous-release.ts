import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { releaseFixtures } from './release-fixtures.js';

const maxBytes = 2 ** 28;
const previous = releaseFixtures.at(-1)!;
const git = (...args: string[]) =>
  execFileSync('git', args, { maxBuffer: maxBytes, stdio: ['ignore', 'pipe', 'ignore'] });

/** Why the last release cannot be built here; undefined if it can. */
export const noPreviousRelease = ((): string | undefined => {
  try {
    const manifest = JSON.parse(git('show', `${previous.commit}:package.json`).toString());
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    // What the build bundles is only needed to build.
    const installed = { ...devDependencies, ...dependencies };
    const needed = Object.entries(manifest.dependencies as Record<string, string>);
    const other = needed.filter(([name, version]) => installed[name] !== version);
    return other.length === 0
      ? undefined
      : `release ${previous.version} needs another ${other.map(([name]) => name).join(', ')}`;
  } catch {
    return `this clone does not have the commit of release ${previous.version}`;
  }
})();

/** Compiles the last release in a folder, against our own dependencies, and returns its program. It has no console. */
export function compilePreviousRelease(folder: string): string {
  const sources = git(
    'archive',
    previous.commit,
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'src',
  );
  execFileSync('tar', ['-x', '-C', folder], { input: sources });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(resolve('node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], { cwd: folder });
  // Files that modules find beside themselves.
  for (const entry of readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.ts')) continue;
    const source = join(entry.parentPath, entry.name);
    const target = source.replace(join(folder, 'src'), join(folder, 'build'));
    mkdirSync(join(target, '..'), { recursive: true });
    cpSync(source, target);
  }
  return join(folder, 'build/main.js');
}
