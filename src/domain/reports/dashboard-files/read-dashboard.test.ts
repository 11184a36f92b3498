import { inflateSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import { dashboards } from '../dashboards/index.js';
import type { DashboardDocument } from './dashboard-document.js';
import { type DashboardView, readDashboard } from './read-dashboard.js';

// Today is 2026-03-10.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const create = async (kind: string, body: object): Promise<string> =>
  (await account.as.post(`/v2/${kind}`, body)).body.token;
const at = (x: number, y: number) => ({ x, y, width: 6, height: 4 });

async function newDashboard(body: object, items: object[]): Promise<string> {
  const token = await create('dashboards', { title: 'Review', ...body });
  const { status, body: answer } = await account.as.put(`/v2/dashboards/${token}/layout`, {
    items,
  });
  expect(status, JSON.stringify(answer)).toBe(200);
  return token;
}

async function read(token: string, view: DashboardView = {}): Promise<DashboardDocument> {
  const ctx = await operatorContext(account.app, account.account.token);
  return readDashboard(ctx, await dashboards.rows.load(ctx, token), view);
}

const figuresOf = ({ widgets }: DashboardDocument, index = 0) => {
  const widget = widgets[index]!;
  if (!('figures' in widget)) throw new Error(`${widget.title} has no figures`);
  return widget.figures;
};

/** 28 days of February and 8 of March; eleven services, of which the largest is S3. */
const importCosts = () =>
  importCharges(account, [
    ...Array.from({ length: 36 }, (_, day) => ({
      day: new Date(Date.UTC(2026, 1, 1 + day)).toISOString().slice(0, 10),
      cost: '10.125',
      service: 'S3',
    })),
    ...Array.from({ length: 11 }, (_, index) => ({
      day: '2026-02-20',
      cost: `${index + 1}.01`,
      service: `Service ${index}`,
    })),
  ]);

test('the figures of a file are those of the console', async () => {
  await importCosts();
  const report = await create('cost_reports', {
    title: 'AWS',
    filter: "costs.provider = 'aws'",
    groupings: 'service',
  });
  const filter = await create('saved_filters', {
    title: 'Without S3',
    filter: "costs.provider = 'aws' AND costs.service != 'S3'",
  });
  const shown = { widgetable_token: report };
  const dashboard = await newDashboard({ date_interval: 'last_month', date_bin: 'week' }, [
    { kind: 'chart', title: 'Chart', ...shown, ...at(0, 0) },
    { kind: 'kpi', title: 'Own dates', follows_dates: false, ...shown, ...at(6, 0) },
  ]);
  const seriesOf = async (query: string) =>
    (await account.as.get(`/v2/costs/series?cost_report_token=${report}&${query}`)).body;
  const ofDashboard = `dashboard_token=${dashboard}&groupings=service&compare_to=previous_period`;

  const document = await read(dashboard, { compareTo: 'previous_period' });
  expect(document.range).toEqual({ start: '2026-02-01', end: '2026-02-28' });
  const expected = await seriesOf(ofDashboard);
  const figures = figuresOf(document);
  expect(formatDecimal(figures.total)).toBe(expected.total.amount);
  expect(figures.bins.map(({ amount }) => formatDecimal(amount))).toEqual(expected.total.amounts);
  expect(figures.groups.map(({ name, amount }) => [name, formatDecimal(amount)])).toEqual(
    expected.groups.map((group: { group: { service: string }; amount: string }) => [
      group.group.service,
      group.amount,
    ]),
  );
  expect(figures.other.count).toBe(2);
  expect(formatDecimal(figures.other.amount)).toBe(expected.other.amount);

  const own = await account.as.get(`/v2/cost_reports/${report}`);
  const { start_date: start, end_date: end } = own.body;
  expect(figuresOf(document, 1).range).toEqual({ start, end });

  // The first week of March against the seven days before it, without S3, which has nothing then.
  const view: DashboardView = {
    range: { start: '2026-03-01', end: '2026-03-07' },
    compareTo: 'previous_period',
  };
  const march = await seriesOf(`${ofDashboard}&start_date=2026-03-01&end_date=2026-03-07`);
  const { comparison } = figuresOf(await read(dashboard, view));
  expect(formatDecimal(comparison!.amounts!.previous)).toBe(march.total.change.previous);
  expect(formatDecimal(comparison!.amounts!.current)).toBe(march.total.change.current);
  const narrowed = await read(dashboard, { ...view, savedFilters: [filter] });
  expect(narrowed.filters).toEqual(['Without S3']);
  expect(formatDecimal(figuresOf(narrowed).total)).toBe('0.0');
});

test('a file says what it leaves out, and what its reader cannot see', async () => {
  const report = await create('cost_reports', { title: 'AWS', filter: "costs.provider = 'aws'" });
  const dashboard = await newDashboard({}, [
    { kind: 'text', text: '# Notes', ...at(0, 0) },
    { kind: 'budgets', title: 'Budgets', ...at(6, 0) },
    { kind: 'chart', title: 'Costs', widgetable_token: report, ...at(0, 4) },
  ]);
  expect((await read(dashboard)).widgets.map(({ shows }) => shows)).toEqual([
    'text',
    'nothing',
    'chart',
  ]);
  const viewer = await account.newUser('viewer');
  await account.as.post('/v2/access_grants', {
    resource_token: report,
    team_token: account.everyone.token,
    access: 'denied',
  });
  const { status, body } = await viewer.as.post(`/console/dashboards/${dashboard}/pdf`, {});
  expect(status, JSON.stringify(body)).toBe(200);
  const pdf = await download(body.download_url);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a dashboard is printed as it is looked at', async () => {
  await importCosts();
  const report = await create('cost_reports', { title: 'AWS', filter: "costs.provider = 'aws'" });
  const dashboard = await newDashboard({ title: 'Ünits & teams' }, [
    { kind: 'chart', title: 'Costs', widgetable_token: report, ...at(0, 0) },
    { kind: 'text', text: '- [Plans](/budgets)\n- **bold**', ...at(6, 0) },
  ]);
  const print = (body: object) => account.as.post(`/console/dashboards/${dashboard}/pdf`, body);
  const { body } = await print({ start_date: '2026-02-01', end_date: '2026-02-28' });
  expect(body.download_url).toMatch(/nits-teams\.pdf\?/);
  const february = printedIn(await download(body.download_url));
  for (const character of 'February2026') expect(february).toContain(character);

  expect((await print({ start_date: '2026-02-01' })).status).toBe(400);
  expect((await print({ start_date: '2026-02-02', end_date: '2026-02-01' })).status).toBe(400);
  expect((await print({ saved_filter_tokens: ['svd_fltr_0000000000000000'] })).status).toBe(404);
});

async function download(url: string): Promise<Buffer> {
  const { pathname, search } = new URL(url);
  const { rawPayload, statusCode } = await account.app.server.inject({ url: pathname + search });
  expect(statusCode).toBe(200);
  return rawPayload;
}

/** The characters of the glyphs that a file has. */
function printedIn(pdf: Buffer): Set<string> {
  const streams = pdf.toString('latin1').matchAll(/\nstream\n([\s\S]*?)\nendstream/g);
  const maps = Array.from(streams, ([, bytes]) => {
    try {
      return inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  }).filter((content) => content.includes('begincmap'));
  return new Set(
    maps.flatMap((map) =>
      Array.from(map.matchAll(/<([0-9a-f]{4})>/gi), ([, hex]) =>
        String.fromCodePoint(Number.parseInt(hex!, 16)),
      ),
    ),
  );
}
