import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { testApp } from '../../../test/harness.js';
import type { App } from '../../app.js';
import { signFileUrl } from '../auth/signed-file-urls.js';

const content = 'day,cost\n2026-01-01,1.5\n'.repeat(200);
let app: App;
let path: string;

beforeEach(async () => {
  app = await testApp();
  await app.services.files.put('exports/report-1.csv', Readable.from([content]));
  const until = new Date('2026-03-11T09:00:00Z');
  const link = signFileUrl(
    app.services.vault,
    'https://costs.example',
    'exports/report-1.csv',
    until,
  );
  expect(link).toMatch(/^https:\/\/costs\.example\/files\/exports\/report-1\.csv\?expires=\d+&/);
  path = link.slice('https://costs.example'.length);
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

const get = (url: string, headers = {}) => app.server.inject({ url, headers });

test('a signed URL serves its file without a credential', async () => {
  const response = await get(path);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toBe('attachment; filename="report-1.csv"');
  expect(response.body).toBe(content);
});

test('the file is compressed for clients that accept gzip', async () => {
  const response = await get(path, { 'accept-encoding': 'gzip' });
  expect(response.headers['content-encoding']).toBe('gzip');
  expect(response.rawPayload.length).toBeLessThan(content.length);
});

test.each([
  ['another file', (link: string) => link.replace('report-1', 'report-2')],
  ['a later expiry', (link: string) => link.replace(/expires=\d+/, 'expires=9999999999')],
  ['another signature', (link: string) => `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`],
  ['no signature', (link: string) => link.replace(/&signature=.*/, '')],
  ['no query', (link: string) => link.replace(/\?.*/, '')],
  ['a path outside the folder', () => '/files/..%2f..%2fsecret.key?expires=1&signature=x'],
])('a URL with %s returns 404', async (_name, change) => {
  const response = await get(change(path));
  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ errors: ['File not found'] });
});

test('a URL stops working when it expires and when its file is deleted', async () => {
  setTime('2026-03-11T08:59:59Z');
  expect((await get(path)).statusCode).toBe(200);
  setTime('2026-03-11T09:00:00Z');
  expect((await get(path)).statusCode).toBe(404);
  setTime('2026-03-10T09:00:00Z');
  await app.services.files.delete('exports/report-1.csv');
  expect((await get(path)).statusCode).toBe(404);
});
