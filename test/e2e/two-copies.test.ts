import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { costsPath } from '../cost-requests.js';
import { focusBill } from '../focus-bill.js';
import {
  type RunningServer,
  type ServerCopies,
  call,
  importBill,
  ownerSecret,
  timeoutMs,
  useProcesses,
  waitFor,
} from './server-process.js';
import { hasSharedStores, sharedStoresNotice } from './shared-stores.js';

const { newFolder, launchServer, startCopies, stores } = useProcesses();

const bill = readFileSync('test/ingest/fixtures/focus.csv', 'utf8');
const may = { start_date: '2024-05-01', end_date: '2024-05-31' };

async function amounts(url: string, groupings: string, range: object = may): Promise<string[]> {
  const { body } = await call(url, 'GET', costsPath({ ...range, groupings, date_bin: 'month' }));
  const rows = body.costs as Record<string, string>[];
  const name = (row: Record<string, string>) => row['tag'] ?? row[groupings] ?? '';
  return rows.map((row) => `${name(row)} ${row['amount']}`).toSorted();
}

describe.skipIf(!hasSharedStores)(
  `two copies of the server behind a round-robin proxy${sharedStoresNotice}`,
  { timeout: timeoutMs },
  () => {
    const data = newFolder();
    let server: ServerCopies;
    let url: string;
    let copies: RunningServer[];

    beforeAll(async () => {
      server = await startCopies(data);
      ({ url, copies } = server);
    }, timeoutMs);

    /** What each copy returns; both have to return the same. */
    const onBoth = async <Result>(read: (origin: string) => Promise<Result>): Promise<Result> => {
      const [one, two] = await Promise.all(copies.map((copy) => read(copy.url)));
      expect(two).toEqual(one);
      return one!;
    };

    test('do not start without a common key', async () => {
      const { FARTHING_SECRET_KEY: _, ...settings } = await stores.settings(newFolder());
      expect(await launchServer(newFolder(), settings).exited).toMatchObject({
        status: 1,
        stderr:
          'FARTHING_SECRET_KEY must be set, and be the same for every copy of the server, ' +
          'because DATABASE_URL, CLICKHOUSE_URL and FILES_URL are set.\n',
      });
    });

    test.each([
      ['FARTHING_SECRET_KEY', 'secret key'],
      ['CLICKHOUSE_URL', 'cost store'],
      ['FILES_URL', 'file store'],
    ])('a copy with another %s does not start', async (setting, name) => {
      const same = await stores.settings(data);
      const other = await stores.settings(newFolder());
      const env = { ...same, [setting]: other[setting]! };
      expect(await launchServer(newFolder(), env).exited).toMatchObject({
        status: 1,
        stderr:
          `The database (DATABASE_URL) belongs to servers with another ${name}: ` +
          'give all of them the same CLICKHOUSE_URL, FILES_URL and FARTHING_SECRET_KEY, ' +
          'or, if this server replaces them, start it once with "serve --adopt-stores".\n',
      });
    });

    test('a session that one of them opens is valid on both, and so is its end', async () => {
      const password = /password\s+(\S+)/.exec(server.stdout())![1]!;
      const login = await call(url, 'POST', '/console/session', {
        email: 'owner@farthing.local',
        password,
      });
      expect(login.status).toBe(201);
      const headers = {
        cookie: login.headers.get('set-cookie')!.split(';')[0]!,
        'x-csrf-token': login.body.csrf_token as string,
      };
      const send = async (origin: string, method: string, path: string) =>
        (await fetch(origin + path, { method, headers })).status;
      expect(await onBoth((origin) => send(origin, 'GET', '/v2/me'))).toBe(200);
      expect(await send(url, 'DELETE', '/console/session')).toBe(204);
      expect(await onBoth((origin) => send(origin, 'GET', '/v2/me'))).toBe(401);
    });

    test('failed logins count on both together', async () => {
      const attempt = async () => {
        const body = { email: 'guess@example.com', password: 'wrong' };
        return (await call(url, 'POST', '/console/session', body)).status;
      };
      const statuses = [];
      for (let count = 0; count < 11; count += 1) statuses.push(await attempt());
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    });

    test('a revoked token is rejected by both with the next request', async () => {
      const { body } = await call(url, 'POST', '/console/credentials', {
        description: 'Short-lived',
        scopes: ['read'],
      });
      const status = () =>
        onBoth(
          async (origin) => (await call(origin, 'GET', '/v2/me', undefined, body.secret)).status,
        );
      expect(await status()).toBe(200);
      expect((await call(url, 'DELETE', `/console/credentials/${body.id}`)).status).toBe(204);
      expect(await status()).toBe(401);
    });

    test('an object that one of them changes is read from both', async () => {
      for (let round = 0; round < 3; round += 1) {
        const created = await call(url, 'POST', '/v2/teams', { name: `Team ${round}` });
        expect(created.status).toBe(201);
        const path = `/v2/teams/${created.body.token}`;
        const name = () => onBoth(async (origin) => (await call(origin, 'GET', path)).body.name);
        expect(await name()).toBe(`Team ${round}`);
        expect((await call(url, 'PUT', path, { name: 'Changed' })).status).toBe(200);
        expect(await name()).toBe('Changed');
        expect((await call(url, 'DELETE', path)).status).toBe(204);
        expect(await onBoth(async (origin) => (await call(origin, 'GET', path)).status)).toBe(404);
      }
    });

    test('an import through the proxy gives the costs that embedded engines give', async () => {
      const embedded = await launchServer(newFolder()).ready();
      for (const origin of [url, embedded.url]) {
        const finished = await importBill(origin, bill);
        expect([finished.status, finished.errors]).toEqual(['committed', []]);
        expect(finished.rows_done).toBeGreaterThan(0);
      }
      for (const groupings of ['service', 'tag:env', 'account_id', 'resource_id']) {
        const expected = await amounts(embedded.url, groupings);
        expect(expected.length).toBeGreaterThan(0);
        expect(await onBoth((origin) => amounts(origin, groupings))).toEqual(expected);
      }
      await embedded.kill();
    });

    test('costs that were read before are read again after a new version of the bill', async () => {
      const january = { start_date: '2024-01-01', end_date: '2024-01-31' };
      for (const cost of [1, 2, 3]) {
        const { status } = await importBill(url, focusBill('payer', '2024-01', cost));
        expect(status).toBe('committed');
        const read = () => onBoth((origin) => amounts(origin, 'service', january));
        expect(await read()).toEqual([`Storage ${cost}.0`]);
      }
    });

    test('a changed virtual tag applies to the next read on both', async () => {
      const values = (name: string) => [{ filter: "costs.provider = 'aws'", name }];
      const tag = { key: 'owner', overridable: true, backfill_until: '2024-01-01' };
      const created = await call(url, 'POST', '/v2/virtual_tag_configs', {
        ...tag,
        values: values('first'),
      });
      expect(created.status).toBe(201);
      const names = () =>
        onBoth(async (origin) =>
          (await amounts(origin, 'tag:owner')).map((row) => row.split(' ')[0]),
        );
      expect(await names()).toEqual(['first']);
      for (const name of ['second', 'third']) {
        const path = `/v2/virtual_tag_configs/${created.body.token}`;
        expect((await call(url, 'PUT', path, { ...tag, values: values(name) })).status).toBe(200);
        expect(await names()).toEqual([name]);
      }
    });

    test('new exchange rates apply to the next read on both', async () => {
      const february = { start_date: '2024-02-01', end_date: '2024-02-29' };
      const inEuro = focusBill('payer', '2024-02', 100).replace(',USD,', ',EUR,');
      expect((await importBill(url, inEuro)).status).toBe('committed');
      for (const rate of ['0.5', '0.25']) {
        const csv = `base_currency_code,currency_code,rate,date\nUSD,EUR,${rate},2024-02-01\n`;
        const response = await fetch(`${url}/v2/exchange_rates/csv`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ownerSecret}` },
          body: new URLSearchParams({ csv }),
        });
        expect(response.status).toBe(201);
        const read = () => onBoth((origin) => amounts(origin, 'service', february));
        expect(await read()).toEqual([`Storage ${100 / Number(rate)}.0`]);
      }
    });

    test('an export that one of them accepts is downloaded from both', async () => {
      const filter = "costs.provider = 'aws'";
      const accepted = await call(url, 'POST', '/v2/costs/data_exports', { ...may, filter });
      expect(accepted.status).toBe(202);
      const path = `/v2/data_exports/${accepted.body.token}`;
      const link: string = await waitFor('the export is complete', async () => {
        const { status, body } = await call(url, 'GET', path);
        return status === 200 ? body.manifest.files[0] : undefined;
      });
      const { origin: linkOrigin, pathname, search } = new URL(link);
      expect(linkOrigin).toBe(url);
      const csv = await onBoth(async (origin) => {
        const response = await fetch(origin + pathname + search);
        expect(response.status).toBe(200);
        return response.text();
      });
      expect(csv).toContain('Amazon Elastic Compute Cloud');
    });

    test('requests go on after one of them is killed', async () => {
      const before = await amounts(url, 'service');
      await copies[0]!.kill();
      for (let round = 0; round < 4; round += 1) {
        expect((await call(url, 'GET', '/readyz')).status).toBe(200);
        expect(await amounts(url, 'service')).toEqual(before);
      }
      expect((await call(url, 'POST', '/v2/teams', { name: 'Still there' })).status).toBe(201);
      expect((await importBill(url, focusBill('payer', '2024-03', 7))).status).toBe('committed');
      const exit = await copies[1]!.stop();
      expect(exit.status).toBe(0);
      const isError = (line: string) => /"level":[56]0/.test(line);
      expect(exit.stderr.split('\n').filter(isError)).toEqual([]);
    });
  },
);
