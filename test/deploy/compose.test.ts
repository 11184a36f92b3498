import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, readFileVariables } from '../../src/platform/config.js';

interface Service {
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  healthcheck?: object;
  build?: object;
  restart: string;
  depends_on?: Record<string, { condition: string }>;
}

const compose = parse(readFileSync('deploy/compose.yaml', 'utf8')) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
};
const services = Object.values(compose.services);

const folder = mkdtempSync(join(tmpdir(), 'farthing-compose-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script that creates the secrets; returns them by name. */
function createSecrets(): Record<string, string> {
  cpSync('deploy/create-secrets.sh', join(folder, 'create-secrets.sh'));
  execFileSync('sh', [join(folder, 'create-secrets.sh')]);
  const names = readdirSync(join(folder, 'secrets'));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')]),
  );
}

test('every secret is declared, used and created by the script, which keeps those that exist', () => {
  const declared = Object.keys(compose.secrets).toSorted();
  expect([...new Set(services.flatMap(({ secrets = [] }) => secrets))].toSorted()).toEqual(
    declared,
  );
  const created = createSecrets();
  expect(Object.keys(created).toSorted()).toEqual(declared);
  for (const name of declared) expect(compose.secrets[name]!.file).toBe(`./secrets/${name}`);
  expect(createSecrets()).toEqual(created);
  expect(created['database_url']).toContain(created['database_password']);
  expect(created['clickhouse_url']).toContain(created['clickhouse_password']);
});

test.each(Object.entries(compose.services))(
  '%s reads only secrets that it has',
  (_name, service) => {
    const paths = JSON.stringify(service).matchAll(/\/run\/secrets\/(\w+)/g);
    const used = [...new Set([...paths].map(([, name]) => name!))];
    expect(used.toSorted()).toEqual((service.secrets ?? []).toSorted());
  },
);

test('every volume is named, declared and used', () => {
  const used = services.flatMap(({ volumes = [] }) => volumes.map((each) => each.split(':')[0]!));
  expect(used.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
});

test('every service that keeps running has a health check, and what waits for it says so', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    // The image of Farthing has its own.
    const isChecked = Boolean(service.healthcheck ?? service.build);
    expect(isChecked, name).toBe(name !== 'bucket');
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const ends = other === 'bucket';
      expect(condition, other).toBe(ends ? 'service_completed_successfully' : 'service_healthy');
      expect(Object.keys(compose.services)).toContain(other);
    }
  }
});

test('the settings of Farthing are valid, and name the three servers', () => {
  createSecrets();
  const entries = Object.entries(compose.services['farthing']!.environment!).map(
    ([name, value]) => [
      name,
      value
        .replace(/\$\{\w+:-([^}]*)\}/, '$1')
        .replace('/run/secrets/', `${join(folder, 'secrets')}/`),
    ],
  );
  const env = Object.fromEntries(entries) as Record<string, string>;
  readFileVariables(env);
  const { databaseUrl, clickhouseUrl, filesUrl, secretKey } = readConfig(env);
  const hosts = [databaseUrl, clickhouseUrl].map((url) => new URL(url!).hostname);
  hosts.push(new URL(new URL(filesUrl!).searchParams.get('endpoint')!).hostname);
  expect(hosts).toEqual(['postgres', 'clickhouse', 'files']);
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(hosts));
  expect(secretKey).toMatch(/^[0-9a-f]{64}$/);
});
