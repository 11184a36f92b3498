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
    'src/api/teams/teams.ts': "import { team } from '../../domain/people/users/index.js';\n",
    'src/domain/people/users/index.ts': "export { team } from './team.js';\n",
    'src/domain/people/users/team.ts':
      "import { entity } from '../../../platform/kernel/entity.js';\n",
    'src/platform/kernel/entity.ts': nothing,
    'web/src/lib/dates.ts': "import { day } from '../../../src/platform/lib/time.js';\n",
    'src/platform/lib/time.ts': nothing,
  };
  expect(check(files)).toEqual({ status: 0, problems: '' });
});

test.each([
  ['platform to domain', 'src/platform/kernel/a.ts', 'src/domain/costs/query/b.ts'],
  ['domain to API', 'src/domain/costs/query/a.ts', 'src/api/costs/b.ts'],
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
    'src/domain/costs/query/a.ts': "import type { B } from './b.js';\nexport type A = B;\n",
    'src/domain/costs/query/b.ts': "import type { A } from './a.js';\nexport type B = A;\n",
  };
  const cycle =
    'src/domain/costs/query/a.ts -> src/domain/costs/query/b.ts -> src/domain/costs/query/a.ts';
  expect(check(files)).toEqual({ status: 1, problems: `import cycle: ${cycle}` });
});

test('two folders of a wing that import each other fail, whichever files do', () => {
  const files = {
    'src/domain/costs/query/a.ts': "import { d } from '../vql/index.js';\n",
    'src/domain/costs/query/index.ts': nothing,
    'src/domain/costs/vql/c.ts': "import { b } from '../query/index.js';\n",
    'src/domain/costs/vql/index.ts': nothing,
  };
  const cycle = 'src/domain/costs/query -> src/domain/costs/vql -> src/domain/costs/query';
  expect(check(files)).toEqual({ status: 1, problems: `folders import each other: ${cycle}` });
});

test('a folder that imports itself over a file beside it fails', () => {
  const files = {
    'src/domain/costs/labels.ts': "import { v } from './vql/index.js';\n",
    'src/domain/costs/vql/index.ts': "import { l } from '../labels.js';\n",
  };
  const { status, problems } = check(files);
  expect(status).toBe(1);
  expect(problems).toContain(
    'folders import each other: src/domain/costs/labels.ts -> src/domain/costs/vql -> src/domain/costs/labels.ts',
  );
});

test.each([
  ['costs', 'intake', 'itself and from account'],
  ['account', 'costs', 'itself and from no other wing'],
  ['watch', 'billing', 'itself and from account, costs, intake, optimise, reports'],
])('an import from the wing %s to the wing %s fails', (from, to, allowed) => {
  const files = {
    [`src/domain/${from}/a/a.ts`]: `import { nothing } from '../../${to}/b/index.js';\n`,
    [`src/domain/${to}/b/index.ts`]: nothing,
  };
  expect(check(files)).toEqual({
    status: 1,
    problems: `src/domain/${from}/a/a.ts imports src/domain/${to}/b/index.ts: src/domain/${from} may import from ${allowed}`,
  });
});

test('a wing that imports a list of all wings fails, and so does a folder in no wing', () => {
  const files = {
    'src/domain/jobs.ts': "import { poll } from './intake/polls/index.js';\n",
    'src/domain/intake/polls/index.ts': "import { jobs } from '../../formats.js';\n",
    'src/domain/formats.ts': nothing,
    'src/domain/elsewhere/a.ts': "import { poll } from '../intake/polls/index.js';\n",
  };
  const { status, problems } = check(files);
  expect(status).toBe(1);
  expect(problems.split('\n').toSorted()).toEqual([
    'src/domain/elsewhere/a.ts is in no wing: see scripts/check-imports.mjs',
    expect.stringContaining('src/domain/intake/polls/index.ts imports src/domain/formats.ts'),
  ]);
});

test('an import past the door of a folder fails, but for the console', () => {
  const files = {
    'src/domain/costs/query/index.ts': "export { sum } from './sums/sum.js';\n",
    'src/domain/costs/query/sums/sum.ts': 'export const sum = 0;\n',
    'src/domain/costs/tags/tag.ts': "import { sum } from '../query/sums/sum.js';\n",
    'src/api/costs/costs.ts': "import { sum } from '../../domain/costs/query/sums/sum.js';\n",
    'web/src/lib/sums.ts': "import { sum } from '../../../src/domain/costs/query/sums/sum.js';\n",
  };
  const past =
    'src/domain/costs/query/sums/sum.ts: others import from src/domain/costs/query/index.ts';
  const { status, problems } = check(files);
  expect(status).toBe(1);
  expect(problems.split('\n').toSorted()).toEqual([
    `src/api/costs/costs.ts imports ${past}`,
    `src/domain/costs/tags/tag.ts imports ${past}`,
  ]);
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
    expect(check({ 'src/domain/intake/ingest/stage.ts': text })).toEqual({
      status: 1,
      problems: `src/domain/intake/ingest/stage.ts imports ${name}: only src/platform/store may import drivers`,
    });
  },
);
