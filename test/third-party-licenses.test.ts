import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  formatLicenses,
  installedPackages,
  licenseProblems,
  // @ts-expect-error A script without types.
} from '../scripts/third-party-licenses.mjs';

const entry = (name: string, license: string, ...texts: string[]) => ({
  name,
  version: '1.0.0',
  license,
  texts,
});

test('every package that is installed with the program has a suitable license', () => {
  const packages = installedPackages() as { name: string }[];
  expect(packages.map(({ name }) => name)).toContain('fastify');
  // Needed by tests only.
  expect(existsSync('node_modules/vitest')).toBe(true);
  expect(packages.map(({ name }) => name)).not.toContain('vitest');
  expect(licenseProblems(packages)).toEqual([]);
});

test('a license that is unknown, or asks for more than its text, is a problem', () => {
  const problems = licenseProblems([
    entry('fine', 'MIT'),
    entry('choice', '(GPL-3.0-only OR Apache-2.0)'),
    entry('copyleft', 'AGPL-3.0-only'),
    entry('both', 'MIT AND SSPL-1.0'),
    entry('silent', 'unknown'),
  ]);
  expect(problems).toEqual([
    'copyleft 1.0.0: AGPL-3.0-only',
    'both 1.0.0: MIT AND SSPL-1.0',
    'silent 1.0.0: unknown',
  ]);
});

test('the list names every package, and each text once', () => {
  const list: string = formatLicenses([
    entry('b', 'MIT', 'Shared text'),
    entry('a', 'ISC', 'Shared text', 'A notice'),
    entry('b', 'MIT', 'Shared text'),
  ]);
  expect(list).toContain('\na 1.0.0: ISC\nb 1.0.0: MIT\n');
  expect(list).toContain('\na 1.0.0, b 1.0.0\n\nShared text\n');
  expect(list.match(/Shared text/g)).toHaveLength(1);
  expect(list).toContain('A notice');
});
