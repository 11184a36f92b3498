import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
// @ts-expect-error A script without types.
import { listedPackages, onlyPackages } from '../../scripts/sbom.mjs';

interface Job {
  needs?: string | string[];
  permissions?: Record<string, string>;
  'timeout-minutes': number;
  steps: { run?: string; uses?: string; with?: Record<string, unknown> }[];
}

const text = readFileSync('.github/workflows/release.yml', 'utf8');
const { jobs, permissions } = parse(text) as {
  jobs: Record<string, Job>;
  permissions: Record<string, string>;
};

/** Every job that must have passed before a job starts. */
function before(name: string): Set<string> {
  const direct = [jobs[name]!.needs ?? []].flat();
  return new Set(direct.flatMap((each) => [each, ...before(each)]));
}

test('nothing is published before the tests have passed', () => {
  const publishing = Object.keys(jobs).filter((name) => name !== 'test');
  for (const name of publishing) expect(before(name), name).toContain('test');
  expect(before('chart')).toContain('publish-image');
  expect(before('publish-image')).toContain('package');
});

test('package, image and chart are attested, and jobs have no more rights than they need', () => {
  const attesting = Object.entries(jobs).filter(([, { steps }]) =>
    steps.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@')),
  );
  expect(attesting.map(([name]) => name)).toEqual(['package', 'publish-image', 'chart']);
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs['test']!.permissions).toBeUndefined();
  for (const [, job] of attesting) expect(job.permissions).toMatchObject({ 'id-token': 'write' });
  expect(text).not.toMatch(/secrets\./);
});

test('the workflow names files and scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const names = [...text.matchAll(/npm run (\S+)/g)].map(([, name]) => name!);
  for (const name of names) expect(Object.keys(scripts)).toContain(name);
  const files = [...text.matchAll(/(?:^|[\s/])((?:\.ci|deploy|scripts)\/[\w./-]+)/gm)];
  expect(files.length).toBeGreaterThan(4);
  for (const [, file] of files) expect(existsSync(file!), file).toBe(true);
});

test('the bill of materials has what is shipped, and nothing else', () => {
  const listed: string[] = listedPackages('Farthing comes …\n\n@a/b 1.0.0: MIT\nc 2.1.0: ISC\n---');
  expect(listed).toEqual(['@a/b@1.0.0', 'c@2.1.0']);
  const development = { name: 'cdx:npm:package:development', value: 'true' };
  const component = (name: string) => ({ 'bom-ref': name, properties: [development] });
  const bill = onlyPackages(
    {
      metadata: { component: { 'bom-ref': 'farthing@1.0.0', name: 'checkout' } },
      components: ['@a/b@1.0.0', 'c@2.1.0', 'test-tool@1.0.0'].map(component),
      dependencies: [
        { ref: 'farthing@1.0.0', dependsOn: ['@a/b@1.0.0', 'test-tool@1.0.0'] },
        { ref: '@a/b@1.0.0', dependsOn: ['c@2.1.0'] },
        { ref: 'test-tool@1.0.0', dependsOn: ['c@2.1.0'] },
      ],
    },
    'farthing',
    listed,
  );
  expect(bill).toEqual({
    metadata: { component: { 'bom-ref': 'farthing@1.0.0', name: 'farthing' } },
    components: listed.map((name) => ({ 'bom-ref': name, properties: [] })),
    dependencies: [
      { ref: 'farthing@1.0.0', dependsOn: ['@a/b@1.0.0'] },
      { ref: '@a/b@1.0.0', dependsOn: ['c@2.1.0'] },
    ],
  });
});
