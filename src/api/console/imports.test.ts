import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { run as runStatement } from '../../platform/store/clickhouse/cost-store.js';
import { focusBill } from '../../../test/focus-bill.js';
import { reportLines } from '../../cli/import-report-lines.js';
import { readBilledCosts } from '../../../test/billed-costs.js';
import { serverUrl } from '../../../test/database-server.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { endedRun } from '../../../test/import-runs.js';
import { ImportError } from '../../domain/intake/ingest/import-error.js';
import { createImportRun, trackImportRun } from '../../domain/intake/import-runs/import-run.js';
import { operatorContext } from '../../platform/kernel/operator-context.js';
import { selectRows } from '../../platform/store/clickhouse/cost-store.js';
import { DiskNearlyFull, disk } from '../../platform/store/disk-space.js';
import { sql } from '../../platform/store/sql.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const costs = async () => (await readBilledCosts(account, account.workspace.token))[''] ?? '0';

/** Uploads a body and waits until its import has finished. */
async function importBody(
  body: string | Buffer,
  query: Record<string, string> = {},
  contentType = 'application/octet-stream',
) {
  const path = `/console/imports?${new URLSearchParams(query).toString()}`;
  const response = await account.as.send('POST', path, body, { 'content-type': contentType });
  if (response.status !== 202) return response.body;
  return endedRun(account, response.body.run_id);
}

const withoutHeader = (csv: string) => csv.slice(csv.indexOf('\n') + 1);

/** A multipart form with files. */
function form(files: Record<string, string>): Buffer {
  const parts = Object.entries(files).map(
    ([name, content]) =>
      `--X\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n`,
  );
  return Buffer.from(`${parts.join('')}--X--\r\n`);
}

describe('a bill', () => {
  test('needs no setup: its integration is created and assigned to a workspace', async () => {
    const run = await importBody(focusBill('payer-1', '2024-01', 1, 2, 'x', 3), {
      name: 'bill.csv',
    });
    expect(run).toMatchObject({
      status: 'committed',
      file_names: ['bill.csv'],
      rows_done: 4,
      errors: [],
      loads: [
        {
          status: 'active',
          rows_read: 4,
          rows_stored: 3,
          rows_rejected: 1,
          lines: 3,
          rejected_totals: [],
        },
      ],
      rejected_rows: [
        { source_row: 3, column: 'BilledCost', reason: 'must be a valid number', sample: 'x' },
      ],
    });
    const { body } = await account.as.get(`/v2/integrations/${run.integration_token}`);
    expect(body).toMatchObject({
      provider: 'aws',
      account_identifier: 'payer-1',
      status: 'imported',
      workspace_tokens: [account.workspace.token],
    });
    expect(await costs()).toBe('6');
  });

  test('goes into the integration of its payer; importing it again changes nothing', async () => {
    const first = await importBody(focusBill('payer-1', '2024-01', 1, 2));
    await account.as.put(`/console/integrations/${first.integration_token}`, { name: 'Renamed' });
    const second = await importBody(focusBill('payer-1', '2024-02', 10));
    expect(second.integration_token).toBe(first.integration_token);
    expect(await costs()).toBe('13');
    const before = (await account.as.get('/console/imports')).body.loads.length;
    expect(await importBody(gzipSync(focusBill('payer-1', '2024-02', 10)))).toMatchObject({
      status: 'committed',
    });
    expect(await importBody(focusBill('payer-1', '2024-01', 1, 2))).toMatchObject({
      status: 'skipped',
      loads: [],
    });
    expect(await costs()).toBe('13');
    const { loads } = (await account.as.get('/console/imports?status=active')).body;
    expect([before, loads.length]).toEqual([2, 2]);
  });

  test('that is corrected replaces exactly its period', async () => {
    await importBody(focusBill('payer-1', '2024-01', 1, 2));
    await importBody(focusBill('payer-1', '2024-02', 10));
    await importBody(focusBill('payer-1', '2024-01', 5));
    expect(await readBilledCosts(account, account.workspace.token, 'billing_period')).toEqual({
      '2024-01-01': '5',
      '2024-02-01': '10',
    });
  });

  test('with several files is sent as a form', async () => {
    const body = form({
      'a/1.csv': focusBill('payer-1', '2024-01', 1),
      'a/2.csv': focusBill('payer-1', '2024-01', 2),
    });
    const run = await importBody(body, {}, 'multipart/form-data; boundary=X');
    expect(run).toMatchObject({ status: 'committed', file_names: ['a/1.csv', 'a/2.csv'] });
    expect(await costs()).toBe('3');
  });

  test('imported twice at once gives one result', async () => {
    await importBody(focusBill('payer-1', '2023-12', 1));
    const runs = await Promise.all([
      importBody(focusBill('payer-1', '2024-01', 4)),
      importBody(focusBill('payer-1', '2024-01', 4, 5)),
    ]);
    const committed = runs.filter((run) => run.status === 'committed');
    const failed = runs.filter((run) => run.status === 'failed');
    expect(committed.length + failed.length).toBe(2);
    for (const run of failed) expect(run.errors[0]).toContain('Another import of the same period');
    expect(['5', '10']).toContain(await costs());
    const { loads } = (await account.as.get('/console/imports?status=active')).body;
    expect(loads).toHaveLength(2);
  });

  test('of another provider with the same payer goes into an integration of its own', async () => {
    const ofProvider = (name: string, cost: number) =>
      focusBill('100', '2024-01', cost).replace(/^AWS,/gm, `${name},`);
    const withIssuer = (name: string, cost: number) =>
      ofProvider(name, cost)
        .replace('ProviderName,', 'InvoiceIssuerName,ProviderName,')
        .replace(new RegExp(`^${name},`, 'gm'), `${name},${name},`);
    const bills = [ofProvider('AWS', 1), ofProvider('Google Cloud', 2)];
    const runs = [];
    for (const bill of [...bills, withIssuer('Acme', 4), withIssuer('Zeta', 8)]) {
      runs.push(await importBody(bill));
    }
    expect(new Set(runs.map((run) => run.integration_token)).size).toBe(4);
    expect(await costs()).toBe('15');
    const again = await importBody(withIssuer('Zeta', 9));
    expect(again.integration_token).toBe(runs[3].integration_token);
    expect(await costs()).toBe('16');
    const requested = await importBody(focusBill('100', '2024-03', 16), { provider: 'azure' });
    expect(runs.map((run) => run.integration_token)).not.toContain(requested.integration_token);
  });

  test('without a readable row is rejected with the first reason', async () => {
    expect(await importBody(focusBill('100', '2024-01', 'x', 'y'))).toEqual({
      errors: [
        'No row of the file can be read; the first error: Row 1: BilledCost must be a valid number.',
        'Row 1: BilledCost must be a valid number',
        'Row 2: BilledCost must be a valid number',
      ],
    });
    expect(await importBody(focusBill('100', '2024-01'))).toEqual({
      errors: ['The file has a header but no rows.'],
    });
  });

  test('counts every row, and the amount of rejected rows', async () => {
    const days = Array.from({ length: 30 }, () => 1);
    const invalid = ['2024-13-01,,Usage,7.5', 'x,,Usage,0.25', 'x,,Usage,z'];
    const rejected = invalid.map((row) => `AWS,100,2024-01-01,${row},USD,S\n`).join('');
    const half = focusBill('100', '2024-01', ...days.slice(1));
    const run = await importBody(
      focusBill('100', '2024-01', ...days) + rejected + withoutHeader(half),
    );
    expect(run.loads).toMatchObject([
      {
        rows_read: 62,
        rows_stored: 59,
        rows_rejected: 3,
        rejected_totals: [{ currency: 'USD', billed: '7.75' }],
      },
    ]);
    expect(reportLines(run).join('\n')).toMatch(/ROWS READ +STORED +REJECTED.*\n62 +59 +3 /);
    expect(reportLines(run)[0]).toBe('Imported with warnings.');
    expect(reportLines(run).at(-1)).toBe('The rejected rows bill 7.75 USD.');
  });

  test('of Google Cloud adds the exchange rates it states, where there are none', async () => {
    const header =
      'billing_account_id,sku.id,usage_start_time,cost,currency,currency_conversion_rate';
    const row = (day: string, rate: string) => `B,K,${day} 05:00:00+00:00,9.20,EUR,${rate}`;
    const rates = 'base_currency_code,currency_code,rate,date\nUSD,EUR,0.5,2024-04-02';
    await account.as.send(
      'POST',
      '/v2/exchange_rates/csv',
      new URLSearchParams({ csv: rates }).toString(),
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
    );
    const run = await importBody(
      [header, row('2024-04-01', '0.92'), row('2024-04-02', '0.92')].join('\n'),
    );
    expect(run).toMatchObject({ status: 'committed', errors: [] });
    const { body } = await account.as.get('/v2/exchange_rates');
    expect(body.exchange_rates).toMatchObject([
      {
        base_currency_code: 'USD',
        currency_code: 'EUR',
        rate: '0.5',
        effective_date: '2024-04-02',
      },
      {
        base_currency_code: 'USD',
        currency_code: 'EUR',
        rate: '0.92',
        effective_date: '2024-04-01',
      },
    ]);
    const filter = encodeURIComponent("costs.provider = 'gcp'");
    const answer = await account.as.get(
      `/v2/costs?filter=${filter}&start_date=2024-04-01&end_date=2024-04-02&order=asc`,
    );
    expect(answer.body.costs.map((cost: { amount: string }) => cost.amount)).toEqual([
      '10.0',
      '18.4',
    ]);
  });

  test('has warnings about what is ignored, in the load and in the report', async () => {
    const run = await importBody(
      focusBill('100', '2024-01', 1).replace(',BillingCurrency', ',Note'),
    );
    expect(run.loads[0].warnings).toEqual([
      { code: 'no_currency_column', count: 1, example: 'USD' },
      {
        code: 'columns_missing',
        count: 1,
        example: 'EffectiveCost, ListCost, ContractedCost',
      },
      { code: 'columns_ignored', count: 1, example: 'Note' },
    ]);
    expect(reportLines(run).join('\n')).toMatch(
      /Warnings:\nWARNING +COUNT +EXAMPLE\nno currency column +1 +USD\ncolumns missing +1 +EffectiveCost.*\ncolumns ignored +1 +Note/,
    );
  });

  test('goes into the specified integration and workspace', async () => {
    const other = (await account.as.post('/v2/workspaces', { name: 'Other' })).body.token;
    const run = await importBody(focusBill('payer-1', '2024-01', 1), { workspace: 'Other' });
    const path = `/v2/integrations/${run.integration_token}`;
    expect((await account.as.get(path)).body.workspace_tokens).toEqual([other]);
    const again = await importBody(focusBill('payer-2', '2024-01', 1), {
      integration: run.integration_token,
    });
    expect(again.integration_token).toBe(run.integration_token);
    expect(await importBody('x', { integration: 'nobody' })).toEqual({
      errors: ['Integration not found'],
    });
  });
});

describe('a failed import changes nothing', () => {
  const truncated = gzipSync(
    focusBill('payer-1', '2024-01', ...Array<number>(31).fill(1)),
  ).subarray(0, -12);

  test.each([
    [
      'a truncated gzip',
      truncated,
      /^bill is a damaged or truncated gzip file; download it again\.$/,
    ],
    ['a page', '<!doctype html>', /^bill is a web page, .*; log in and download it again\.$/],
    ['an unknown header', 'Alpha,Beta\n1,2\n', /unrecognized format; its columns are Alpha, Beta/],
    [
      'a decompression bomb',
      gzipSync(Buffer.alloc(30_000_000, '\n')),
      /expands to more than \d+ bytes when decompressed/,
    ],
    [
      '300 unknown columns',
      Array.from({ length: 300 }, (_, n) => `c${n}`).join(','),
      /unrecognized format/,
    ],
  ])('%s', async (_name, body, text) => {
    const { body: integration } = await account.as.post('/console/integrations/watched', {
      provider: 'aws',
      name: 'Own',
      url: 's3://bills',
    });
    const run = await importBody(body, { integration: 'Own', name: 'bill' });
    expect(run).toMatchObject({ status: 'failed', loads: [] });
    expect(run.errors[0]).toMatch(text);
    expect((await account.as.get('/console/imports')).body.loads).toEqual([]);
    const [listed] = (await account.as.get('/console/integrations')).body.integrations;
    expect(listed).toMatchObject({
      token: integration.token,
      status: 'error',
      last_error: run.errors[0],
    });
    expect((await importBody(body, { name: 'bill' })).errors[0]).toMatch(text);
    expect((await account.as.get('/v2/integrations')).body.integrations).toHaveLength(1);
  });

  test('a bill of a different provider than the integration', async () => {
    await account.as.post('/v2/integrations/gcp', {
      billing_account_id: 'g',
      project_id: 'p',
      dataset_name: 'd',
    });
    const cur =
      'identity/LineItemId,bill/PayerAccountId,lineItem/LineItemType,lineItem/UnblendedCost,lineItem/UsageStartDate\n1,2,Usage,1,2024-01-01T00:00:00Z\n';
    const run = await importBody(cur, { integration: 'gcp g' });
    expect(run.errors).toEqual([
      'The file has the format AWS Cost and Usage Report, but the integration is for gcp.',
    ]);
  });

  test('an empty body, and a caller without permission', async () => {
    expect((await importBody('', { name: 'x' })).errors).toEqual([
      'x is empty; download or export it again.',
    ]);
    const editor = await account.newUser('editor');
    expect((await editor.as.post('/console/imports')).status).toBe(403);
  });
});

describe('one bill in two integrations', () => {
  test('is rejected with the name of the other one, unless overlap is allowed', async () => {
    const first = await importBody(focusBill('payer-1', '2024-01', 1));
    const { body: second } = await account.as.post('/v2/integrations/custom_provider', {
      name: 'Second',
    });
    const rejected = await importBody(focusBill('payer-1', '2024-01', 2), {
      integration: 'Second',
    });
    expect(rejected.errors).toEqual([
      `The aws costs of payer-1 for 2024-01 are already imported by the integration aws payer-1 (${first.integration_token}); delete that integration, or allow this one to overlap.`,
    ]);
    expect((await account.as.get(`/v2/integrations/${second.token}`)).body.status).toBe('error');
    expect(
      await importBody(focusBill('payer-1', '2024-02', 2), { integration: 'Second' }),
    ).toMatchObject({
      status: 'committed',
    });
    await account.as.put(`/console/integrations/${second.token}`, { allow_overlap: true });
    expect(
      await importBody(focusBill('payer-1', '2024-01', 2), { integration: 'Second' }),
    ).toMatchObject({
      status: 'committed',
    });
  });

  test('is also rejected from two reports of one integration', async () => {
    await importBody(focusBill('payer-1', '2024-01', 1), { report_name: 'one' });
    const second = await importBody(focusBill('payer-1', '2024-01', 1, 1), { report_name: 'two' });
    expect(second.errors[0]).toContain(
      'are already imported from another report of this integration',
    );
    expect(await costs()).toBe('1');
  });
});

describe('reconciliation', () => {
  const read = async (as = account.as) => (await as.get('/v2/reconciliation')).body.reconciliation;

  test('compares source and stored totals by month and currency', async () => {
    const run = await importBody(focusBill('payer-1', '2024-01', '0.1', '0.2', 'x'));
    await importBody(focusBill('payer-1', '2024-02', 10));
    const common = { integration_token: run.integration_token, currency: 'USD', difference: '0.0' };
    expect(await read()).toEqual([
      {
        ...common,
        month: '2024-01',
        rows: 2,
        rejected_rows: 1,
        lines: 2,
        source_total: '0.3',
        stored_total: '0.3',
      },
      {
        ...common,
        month: '2024-02',
        rows: 1,
        rejected_rows: 0,
        lines: 1,
        source_total: '10.0',
        stored_total: '10.0',
      },
    ]);
  });

  test('shows differences, and only to those who can see the integration', async () => {
    const run = await importBody(focusBill('payer-1', '2024-01', 1));
    const months = JSON.stringify([{ month: '2024-01', currency: 'USD', rows: 1, billed: '3' }]);
    await account.app.services.db
      .updateTable('loads')
      .set({ months })
      .where('load_id', '=', run.loads[0].load_id)
      .execute();
    expect(await read()).toMatchObject([
      { source_total: '3.0', stored_total: '1.0', difference: '2.0' },
    ]);
    const viewer = await account.newUser('viewer');
    expect(await read(viewer.as)).toHaveLength(1);
    await account.setEveryoneAccess(account.workspace.token, null);
    expect(await read(viewer.as)).toEqual([]);
  });

  test('shows costs whose sum does not fit into the stored type', async () => {
    const run = await importBody(focusBill('payer-1', '2024-01', 1));
    await runStatement(
      account.app.services.costs.bulk,
      sql`
        INSERT INTO lines
        SELECT * REPLACE (toDecimal128('99999999999999999999', 18) AS billed_cost)
        FROM lines ARRAY JOIN range(50) AS copy WHERE load_id = ${run.loads[0].load_id}
      `,
    );
    expect(await read()).toMatchObject([
      { stored_total: '4999999999999999999951.0', difference: '-4999999999999999999950.0' },
    ]);
  });
});

test('loads and their rejected rows are paged', async () => {
  await importBody(focusBill('payer-1', '2024-01', 1, 'x', 'y', 2, 3, 4, 5));
  const run = await importBody(focusBill('payer-1', '2024-02', 1, 'z', 2));
  const { body } = await account.as.get('/console/imports?limit=1&page=2');
  expect(body.loads).toMatchObject([
    {
      rows_read: 7,
      rows_stored: 5,
      months: [{ month: '2024-01', currency: 'USD', rows: 5, billed: '15' }],
    },
  ]);
  const load = await account.as.get(`/console/imports/${body.loads[0].load_id}?limit=1&page=2`);
  expect(load.body.rejected_rows).toMatchObject([{ source_row: 3, sample: 'y' }]);
  expect(load.body.links.next).toBeNull();
  const filtered = `/console/imports?integration_token=${run.integration_token}&status=active`;
  expect((await account.as.get(filtered)).body.loads).toHaveLength(2);
});

describe('a running import', () => {
  const startRun = async () => {
    const ctx = {
      ...(await operatorContext(account.app)),
      actor: await account.app.services.actors.forUser(account.app.services.db, {
        token: account.owner.token,
        account_token: account.account.token,
      }),
    };
    const run = { integration_token: null, file_names: ['bill.csv'] };
    const account_token = account.account.token;
    const { services, now } = ctx;
    return { ctx, run: await createImportRun(services, { ...run, account_token }, now) };
  };
  const ended = (id: number) => endedRun(account, id);

  test('is cancelled on request, and one that has ended stays as it is', async () => {
    const { ctx, run } = await startRun();
    trackImportRun(
      ctx,
      run,
      (_onProgress, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new ImportError('Import cancelled.')));
        }),
    );
    const { status, body } = await account.as.delete(`/console/imports/runs/${run.run_id}`);
    expect([status, body.status]).toEqual([202, 'running']);
    expect(await ended(run.run_id)).toMatchObject({
      status: 'failed',
      errors: ['Import cancelled.'],
    });
    const other = await newAccount();
    expect((await other.as.delete(`/console/imports/runs/${run.run_id}`)).status).toBe(404);
  });

  test('and one that waits are in the queue, with position and time left', async () => {
    const ends: (() => void)[] = [];
    const ids: number[] = [];
    const progress = [
      { rows: 5, bytes: 50, totalBytes: 100, seconds: 4, secondsLeft: 4 },
      { rows: 0, bytes: 0, totalBytes: 200, seconds: 0, importsAhead: 1, secondsLeft: 12 },
    ];
    for (const each of progress.toReversed()) {
      const { ctx, run } = await startRun();
      ids.unshift(run.run_id);
      trackImportRun(ctx, run, async (onProgress) => {
        onProgress(each);
        await new Promise<void>((resolve) => ends.push(resolve));
        return { status: 'skipped', loadIds: [] };
      });
    }
    const queue = async () => (await account.as.get('/console/imports/queue')).body.import_runs;
    await vi.waitUntil(
      async () => (await queue()).every((run: { bytes_total: number }) => run.bytes_total > 0),
      { timeout: 120_000, interval: 100 },
    );
    expect(await queue()).toMatchObject([
      { run_id: ids[0], bytes_done: 50, imports_ahead: null, seconds_left: 4 },
      { run_id: ids[1], bytes_done: 0, imports_ahead: 1, seconds_left: 12 },
    ]);
    const other = await newAccount();
    expect((await other.as.get('/console/imports/queue')).body.import_runs).toEqual([]);
    for (const end of ends) end();
    for (const id of ids) await ended(id);
    expect(await queue()).toEqual([]);
  });

  test('that ends when the disk is full has failed at once, although that cannot be recorded', async () => {
    const { ctx, run } = await startRun();
    const full = vi.spyOn(disk, 'freeBytes').mockResolvedValue(0);
    try {
      trackImportRun(ctx, run, () => Promise.reject(new DiskNearlyFull('data')));
      expect(await ended(run.run_id)).toMatchObject({
        status: 'failed',
        errors: [
          'The disk of the server is full; nothing was changed. Free some space and import the files again.',
        ],
      });
    } finally {
      full.mockRestore();
    }
  });
});

describe.skipIf(serverUrl)('while the disk is nearly full', () => {
  test('an import fails, nothing is changed, and it works again when there is space', async () => {
    const bill = focusBill('payer-of-a-full-disk', '2024-01', 7);
    const { importer, costs: store } = account.app.services;
    const countLines = async () => {
      const query = sql`SELECT count() AS lines FROM lines`;
      return Number((await selectRows<{ lines: string }>(store.client, query))[0]!.lines);
    };
    const before = await countLines();
    let isFull = false;
    // The disk fills up as soon as the lines are stored.
    const full = vi.spyOn(disk, 'freeBytes').mockImplementation(async () => {
      isFull ||= (await countLines()) > before;
      return isFull ? 0 : Infinity;
    });
    try {
      const failed = await importBody(bill, { name: 'bill.csv' });
      expect(failed).toMatchObject({
        status: 'failed',
        errors: [expect.stringContaining('The disk of the server is full')],
      });
      expect(importer.loadStore.unrecordedFailures.size).toBe(1);
      expect((await account.as.get('/v2/me')).status).toBe(200);
      expect((await account.as.post('/v2/teams', { name: 'Not now' })).status).toBe(503);
    } finally {
      full.mockRestore();
    }
    expect(await costs()).toBe('0');
    expect((await importBody(bill, { name: 'bill.csv' })).status).toBe('committed');
    expect(Number(await costs())).toBe(7);
  });

  test('a first request of the day is answered, and health checks say that nothing can be changed', async () => {
    const newcomer = await account.newUser('owner');
    const full = vi.spyOn(disk, 'freeBytes').mockResolvedValue(0);
    try {
      expect((await newcomer.as.get('/v2/me')).status).toBe(200);
      expect((await newcomer.as.get('/v2/cost_reports')).status).toBe(200);
      for (const path of ['/healthz', '/readyz']) {
        const { status, body } = await newcomer.as.get(path);
        expect([status, body]).toEqual([
          200,
          {
            status: 'degraded',
            unhealthy: [],
            reasons: [
              'The disk of the server is nearly full; nothing can be changed until more is free.',
            ],
          },
        ]);
      }
    } finally {
      full.mockRestore();
    }
    expect((await newcomer.as.get('/healthz')).body).toEqual({ status: 'ok', unhealthy: [] });
  });
});
