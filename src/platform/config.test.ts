import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, describeConfig, readConfig, readFileVariables } from './config.js';

test('the defaults need no environment variables', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    roles: ['api', 'worker'],
    rateLimit: 6000,
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test('flags take precedence over the environment', () => {
  expect(readConfig({ FARTHING_PORT: '1' }, { port: '2' }).port).toBe(2);
});

test.each([
  [{ FARTHING_PORT: 'http' }, 'FARTHING_PORT must be a whole number.'],
  [{ FARTHING_PORT: '70000' }, 'FARTHING_PORT must be at most 65535.'],
  [
    { FARTHING_PUBLIC_URL: 'example.com' },
    'FARTHING_PUBLIC_URL must be a URL that starts with http:// or https://.',
  ],
  [{ FARTHING_ROLES: 'api,cook' }, 'FARTHING_ROLES must be api, worker or both.'],
  [
    { FARTHING_BOOTSTRAP_TOKEN: 'secret' },
    'FARTHING_BOOTSTRAP_TOKEN must be vntg_tkn_ followed by 40 lowercase hexadecimal digits.',
  ],
  [{ FARTHING_OWNER_EMAIL: 'me' }, 'FARTHING_OWNER_EMAIL must be an email address.'],
  [{ FARTHING_METRICS: 'yes' }, 'FARTHING_METRICS must be true or false.'],
  [
    { DATABASE_URL: 'mysql://x/y' },
    'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
  ],
  [{ FARTHING_PROT: '1' }, 'FARTHING_PROT is not a setting; "farthing config" lists them.'],
])('%j is rejected with one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(sentence));
});

test('the printed configuration hides secrets', () => {
  const lines = describeConfig(
    readConfig({
      DATABASE_URL: 'postgres://user:hunter2@db.example.com:5432/farthing',
      FARTHING_BOOTSTRAP_TOKEN: `vntg_tkn_${'0'.repeat(40)}`,
    }),
  ).join('\n');
  expect(lines).toContain('db.example.com');
  expect(lines).not.toMatch(/hunter2|user:|0000/);
});

describe('a variable that names a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-config-'));
  const path = join(folder, 'secret');
  writeFileSync(path, `${'k'.repeat(32)}\n`);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is replaced by what the file contains, without the line break at its end', () => {
    const env = { FARTHING_SECRET_KEY_FILE: path, FARTHING_PORT: '1' };
    readFileVariables(env);
    expect(env).toEqual({ FARTHING_SECRET_KEY: 'k'.repeat(32), FARTHING_PORT: '1' });
    expect(readConfig(env).secretKey).toBe('k'.repeat(32));
  });

  test('may be the keys of a bucket', () => {
    const env: Record<string, string> = { AWS_SECRET_ACCESS_KEY_FILE: path };
    readFileVariables(env);
    expect(env['AWS_SECRET_ACCESS_KEY']).toBe('k'.repeat(32));
  });

  test('is rejected beside the variable itself', () => {
    const env = { DATABASE_URL: 'postgres://x/y', DATABASE_URL_FILE: path };
    expect(() => readFileVariables(env)).toThrow(
      new ConfigError('Set DATABASE_URL or DATABASE_URL_FILE, not both.'),
    );
  });

  test('is rejected if the file cannot be read', () => {
    expect(() => readFileVariables({ SMTP_URL_FILE: '/none' })).toThrow(
      new ConfigError('SMTP_URL_FILE names /none, which cannot be read (ENOENT).'),
    );
  });

  test('is rejected if it is no setting', () => {
    const env = { FARTHING_PROT_FILE: path };
    readFileVariables(env);
    expect(() => readConfig(env)).toThrow('FARTHING_PROT_FILE is not a setting');
  });
});
