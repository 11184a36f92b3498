// Runs the suites of the first ring that depend on files changed since a commit, the last one unless named.
//
// Most tests reach what they test through the app, which imports everything, so imports of it do not count: a
// suite depends on a file if it imports it otherwise, or if a file in its own folder does.
import { execFileSync, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { readImports } from './check-imports.mjs';

const args = process.argv.slice(2);
const base = args.find((each) => !each.startsWith('--')) ?? 'HEAD';

const isSuite = (file) => /\.test\.tsx?$/.test(file);

/** Files that import everything. */
const roots = new Set(['src/app.ts', 'src/operations.ts', 'src/domain/jobs.ts', 'src/cli/run.ts']);

/** The suites that depend on changed files; undefined if all may. */
export function suitesOf(changed, imports) {
  const isOther = (file) =>
    !imports.has(file) && /^(src|test|scripts|vitest|tsconfig|package)/.test(file);
  if (changed.some((file) => roots.has(file) || isOther(file))) return undefined;
  const importers = new Map();
  for (const [from, targets] of imports) {
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const dependent = new Set(changed.filter((file) => imports.has(file)));
  for (const file of dependent) {
    for (const importer of importers.get(file) ?? [])
      if (!roots.has(importer)) dependent.add(importer);
  }
  const folders = new Set(
    [...dependent].filter((file) => file.startsWith('src/')).map((file) => dirname(file)),
  );
  return [...imports.keys()].filter(
    (file) => isSuite(file) && (dependent.has(file) || folders.has(dirname(file))),
  );
}

if (import.meta.filename === process.argv[1]) {
  const git = (...command) => execFileSync('git', command, { encoding: 'utf8' }).split('\n');
  const changed = [
    ...git('diff', '--name-only', '--relative', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter(Boolean);
  const imports = readImports('.', ['src', 'test', 'web/src'], (file) => /\.tsx?$/.test(file));
  const suites = suitesOf(changed, imports)?.filter((file) => !/^test\/(browser|e2e)\//.test(file));
  const projects = ['app', 'engine', 'own-engine'].flatMap((name) => ['--project', name]);
  console.log(
    suites
      ? `${suites.length} suites depend on ${changed.length} changed files.`
      : 'All suites may depend on the changed files.',
  );
  if (args.includes('--list')) for (const suite of suites ?? []) console.log(suite);
  else if (suites === undefined || suites.length > 0) {
    const command = ['--no-install', 'vitest', 'run', ...projects, ...(suites ?? [])];
    process.exitCode = spawnSync('npx', command, { stdio: 'inherit' }).status ?? 1;
  }
}
