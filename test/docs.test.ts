import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../src/cli/commands.js';
import { describeConfig, readConfig } from '../src/platform/config.js';

const read = (path: string) => readFileSync(path, 'utf8');

test('every setting is in the reference, and the reference has no others', () => {
  const settings = describeConfig(readConfig({})).map((line) => line.split(' ')[0]!);
  const described = [...read('docs/settings.md').matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(
    ([, name]) => name!,
  );
  const ofLibraries = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  expect(new Set(described)).toEqual(new Set([...settings, ...ofLibraries]));
});

test('every command is in the reference, and the reference has no others', () => {
  const builtIn = ['--demo', 'serve', 'restore', 'move', 'config', 'routes', 'version'];
  const names = [...builtIn, ...commands.map(({ name }) => name)];
  const rows = read('docs/command-line.md')
    .split('\n')
    .filter((line) => line.startsWith('| `farthing '));
  const used = rows.flatMap((row) =>
    [...row.matchAll(/`farthing ([a-z-]+(?: [a-z-]+)?)/g)].map(([, name]) => name!),
  );
  const described = used.map((name) => (names.includes(name) ? name : name.split(' ')[0]!));
  expect(new Set(described)).toEqual(new Set(names));
});

describe('links between documents', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].concat(
    readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  );
  test.each(documents)('those of %s lead somewhere', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g)].map(
      ([, link]) => link!,
    );
    expect(links.filter((link) => !existsSync(join(dirname(path), link)))).toEqual([]);
  });
});

test('the README is read in five minutes', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThan(800);
});
