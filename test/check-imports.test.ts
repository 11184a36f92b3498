import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** Runs the check as `npm run lint` does, over a tree of planted files. */
function check(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'imports-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return run(root);
}

function run(root: string) {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check-imports.mjs', root], {
    encoding: 'utf8',
  });
  return { status, problems: stderr.trim() };
}

const nothing = 'export const nothing = 0;\n';

test('the imports of this repository point one way', () => {
  expect(run('.')).toEqual({ status: 0, problems: '' });
});

test('imports that point down pass', () => {
  const files = {
    'src/api/teams/teams.ts': "import { team } from '../../domain/people/team.js';\n",
    'src/domain/people/team.ts': "import { entity } from '../../platform/kernel/entity.js';\n",
    'src/platform/kernel/entity.ts': nothing,
    'web/src/lib/dates.ts': "import { day } from '../../../src/platform/lib/time.js';\n",
    'src/platform/lib/time.ts': nothing,
  };
  expect(check(files)).toEqual({ status: 0, problems: '' });
});

test.each([
  ['platform to domain', 'src/platform/kernel/a.ts', 'src/domain/costs/b.ts'],
  ['domain to API', 'src/domain/costs/a.ts', 'src/api/costs/b.ts'],
  ['API to demo', 'src/api/console/a.ts', 'src/demo/b.ts'],
  ['one API folder to another', 'src/api/teams/a.ts', 'src/api/users/b.ts'],
  ['one page to another', 'web/src/pages/teams/a.ts', 'web/src/pages/users/b.ts'],
  ['feature to page', 'web/src/features/costs/a.ts', 'web/src/pages/explore/b.ts'],
  ['console to the API', 'web/src/api/a.ts', 'src/api/teams/b.ts'],
])('an import from %s fails', (_, from, to) => {
  const path = '../'.repeat(from.split('/').length - 1) + to;
  const { status, problems } = check({
    [from]: `import { nothing } from './${path.replace(/\.ts$/, '.js')}';\n`,
    [to]: nothing,
  });
  expect(status).toBe(1);
  expect(problems).toContain(`${from} imports ${to}`);
});

test('a cycle of type-only imports fails', () => {
  const files = {
    'src/domain/costs/a.ts': "import type { B } from './b.js';\nexport type A = B;\n",
    'src/domain/costs/b.ts': "import type { A } from './a.js';\nexport type B = A;\n",
  };
  const cycle = 'src/domain/costs/a.ts -> src/domain/costs/b.ts -> src/domain/costs/a.ts';
  expect(check(files)).toEqual({ status: 1, problems: `import cycle: ${cycle}` });
});

test('two domain folders that import each other fail, whichever files do', () => {
  const files = {
    'src/domain/costs/a.ts': "import { d } from '../ingest/d.js';\n",
    'src/domain/costs/b.ts': nothing,
    'src/domain/ingest/c.ts': "import { b } from '../costs/b.js';\n",
    'src/domain/ingest/d.ts': nothing,
  };
  const cycle = 'src/domain/costs -> src/domain/ingest -> src/domain/costs';
  expect(check(files)).toEqual({ status: 1, problems: `folders import each other: ${cycle}` });
});

test('a domain folder that imports itself over a file beside it fails', () => {
  const files = {
    'src/domain/formats.ts': "import { r } from './resources/r.js';\n",
    'src/domain/resources/r.ts': "import { f } from '../formats.js';\n",
  };
  const { status, problems } = check(files);
  expect(status).toBe(1);
  expect(problems).toContain(
    'folders import each other: src/domain/formats.ts -> src/domain/resources -> src/domain/formats.ts',
  );
});

test.each(['@clickhouse/client', 'chdb/connection', '@electric-sql/pglite', 'pg'])(
  'an import of %s outside platform/store fails',
  (name) => {
    const text = `import type { Client } from '${name}';\nexport type Own = Client;\n`;
    expect(
      check({
        'src/platform/store/client.ts': text,
        'src/platform/jobs/boss.ts': "import 'pg-boss';\n",
      }),
    ).toEqual({
      status: 0,
      problems: '',
    });
    expect(check({ 'src/domain/ingest/stage.ts': text })).toEqual({
      status: 1,
      problems: `src/domain/ingest/stage.ts imports ${name}: only src/platform/store may import drivers`,
    });
  },
);
