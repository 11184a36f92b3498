import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { timeoutMs } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

/** The first day of the month that is so many months before this one. */
const monthBefore = (months: number) => {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months));
  return first.toISOString().slice(0, 7);
};
const everyCost = "costs.provider = 'aws'";

interface Series {
  total: { amount: string; change: { amount: string; percent: string } | null };
}

describe.skipIf(isSkipped)(`dashboards${skipNotice}`, () => {
  const farthing = startConsole();
  let page: Page;
  let report: string;
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

  const make = async (path: string, body: object) =>
    (await farthing.send('POST', `/v2/${path}`, body)) as { token: string; [key: string]: unknown };
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const expectSound = async () => {
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  };

  beforeAll(async () => {
    if (isSkipped) return;
    for (const [months, cost] of [
      [3, 7],
      [2, 11],
      [1, 13],
    ] as const) {
      const days = Array.from({ length: 28 }, (_, day) => cost + day / 4);
      await farthing.importBill(monthBefore(months), ...days);
    }
    const metric = await make('business_metrics', {
      title: 'Orders',
      values: [1, 2, 3].map((months) => ({ date: `${monthBefore(months)}-01`, amount: 1000 })),
    });
    ({ token: report } = await make('cost_reports', {
      title: 'Spend',
      filter: everyCost,
      groupings: 'service',
      date_interval: 'last_3_months',
      date_bin: 'month',
      business_metric_tokens_with_metadata: [{ business_metric_token: metric.token }],
    }));
    const company = await make('segments', { title: 'Company', filter: everyCost });
    await make('segments', {
      title: 'Storage team',
      filter: `${everyCost} AND costs.service = 'Storage'`,
      parent_segment_token: company.token,
    });
    await make('saved_filters', {
      title: 'Nothing',
      filter: `${everyCost} AND costs.service = 'None'`,
    });
    page = await farthing.newPage();
    await farthing.logIn(page);
  }, timeoutMs);

  const add = async (
    kind: string,
    fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
  ) => {
    await page.getByRole('button', { name: 'Add widget' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add widget' });
    await dialog.getByRole('radio', { name: kind }).click();
    await fill(dialog);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const addReport = (kind: string, title: string, source = 'Spend', label = 'Cost report') =>
    add(kind, async (dialog) => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: source, exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
    });

  /** Left edge, top edge and width of a widget in pixels. */
  const boxOf = async (name: string) => {
    const { x, y, width } = (await region(name).boundingBox())!;
    return [x, y, width].map(Math.round);
  };

  test(
    'one of each kind is added, moved and resized by keyboard, and stays so',
    async () => {
      await farthing.visit(page, '/dashboards/new');
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Review');
      await addReport('Chart', 'Chart of spend', 'Spend', 'Report or view');
      await addReport('Figure', 'Spend');
      await addReport('Table', 'By service', 'Spend', 'Report or view');
      await addReport('Segments', 'Teams', 'Company', 'Segment');
      await addReport('Unit costs', 'Per order');
      await add('Text', async (dialog) => {
        await dialog
          .getByRole('textbox', { name: 'Text' })
          .fill('# Notes\n- **bold** <script>\n- [Plans](/budgets), [no](javascript:alert(1))');
      });
      await region('Widget Text').getByText('Notes').waitFor();
      await expectSound();

      // The figure changes places with the chart, and keeps the focus while it moves.
      const left = page.getByRole('button', { name: 'Move Spend left' });
      await left.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Spend: column 1, row 1, 3 wide, 3 high').waitFor();
      const wider = page.getByRole('button', { name: 'Make Spend wider' });
      await wider.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Spend: column 1, row 1, 4 wide, 3 high').waitFor();
      expect(await wider.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.getByRole('button', { name: 'Make Spend taller' }).press('Enter');
      await page.getByRole('status').getByText('4 wide, 4 high').waitFor();

      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Review', exact: true }).waitFor();
      await region('Chart of spend').locator('canvas').waitFor();
      const text = region('Text');
      await text.getByText('<script>').waitFor();
      await text.getByText('[no](javascript:alert(1))').waitFor();
      expect(await text.getByRole('link', { name: 'Plans' }).getAttribute('href')).toBe('/budgets');
      const before = await boxOf('Spend');
      await page.reload();
      await region('Chart of spend').locator('canvas').waitFor();
      expect(await boxOf('Spend')).toEqual(before);
      // A card is as high as the highest of its row, and its chart takes what is left.
      const chart = region('Chart of spend').locator('.widget-chart');
      const spare = await chart.evaluate((element) => {
        const { height } = element.parentElement!.getBoundingClientRect();
        const legend = element.nextElementSibling!.getBoundingClientRect().height;
        return height - element.getBoundingClientRect().height - legend;
      });
      expect(spare).toBeLessThan(20);
      const token = new URL(page.url()).pathname.split('/')[2]!;
      const { items } = (await farthing.send('GET', `/v2/dashboards/${token}/layout`)) as {
        items: { kind: string; title: string; x: number; width: number; height: number }[];
      };
      expect(items.map(({ kind }) => kind).toSorted()).toEqual([
        'chart',
        'kpi',
        'segments',
        'table',
        'text',
        'unit_cost',
      ]);
      expect(items.find(({ kind }) => kind === 'kpi')).toMatchObject({ x: 0, width: 4, height: 4 });
      await expectSound();
    },
    timeoutMs,
  );

  const seriesOf = async (query: Record<string, string>) => {
    const parameters = new URLSearchParams({
      cost_report_token: report,
      compare_to: 'previous_period',
      ...query,
    });
    return (await farthing.send(
      'GET',
      `/v2/costs/series?${parameters.toString()}`,
    )) as unknown as Series;
  };
  const ofReport = ['Chart of spend', 'Spend', 'By service'];
  const expectTotal = async (amount: string, names = [...ofReport, 'Teams']) => {
    for (const name of names) {
      await region(name)
        .getByTitle(money.format(Number(amount)), { exact: true })
        .first()
        .waitFor();
    }
  };

  test(
    'the date bar and filters change every figure to what the API says',
    async () => {
      // Without dates of the dashboard, segments have those of their own report.
      await expectTotal((await seriesOf({})).total.amount, ofReport);

      await page.getByRole('combobox', { name: 'Date range' }).click();
      await page.getByRole('option', { name: 'Last month' }).click();
      await page.waitForURL(/dates=last_month/);
      const [start, end] = [`${monthBefore(1)}-01`, lastDay(monthBefore(1))];
      const { total } = await seriesOf({ start_date: start, end_date: end });
      await expectTotal(total.amount);
      // Bills end on the 28th, so whole months have days without data unless they are so short.
      if (total.change) {
        await region('Spend')
          .getByText(money.format(Number(total.change.amount)))
          .first()
          .waitFor();
      } else {
        await region('Spend')
          .getByText(/of \d+ days have data/)
          .waitFor();
      }
      const link = page.getByRole('link', { name: 'Chart of spend' });
      expect(await link.getAttribute('href')).toBe(
        `/cost-reports/${report}?start=${start}&end=${end}`,
      );
      await page.reload();
      await expectTotal(total.amount);

      await page.getByRole('combobox', { name: 'Narrow by saved filters' }).click();
      await page.getByRole('option', { name: 'Nothing' }).click();
      await page.waitForURL(/filters=svd_fltr_/);
      await expectTotal('0');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Reset' }).click();
      await page.waitForURL((url) => url.search === '');
      await expectTotal((await seriesOf({})).total.amount, ofReport);
      await expectSound();
    },
    timeoutMs,
  );

  test(
    'parts of months are named by their days, and the columns of a table add up',
    async () => {
      const path = new URL(page.url()).pathname;
      const [start, end] = [`${monthBefore(2)}-15`, `${monthBefore(1)}-20`];
      await farthing.visit(page, `${path}?dates=custom&start=${start}&end=${end}`);
      const chart = region('Chart of spend');
      await chart.getByText('Part of a month', { exact: true }).waitFor();
      const name = await chart.getByRole('img').first().getAttribute('aria-label');
      expect(name).toMatch(/by month; parts of a month: .+ and .+$/);
      await expectTotal((await seriesOf({ start_date: start, end_date: end })).total.amount);
      const table = region('By service').getByRole('table');
      const headers = await table.locator('th').allTextContents();
      const cells = await table.locator('tbody tr').last().locator('td').allTextContents();
      const [costs, before] = ['Costs', 'Previous period'].map((header) =>
        Number(cells[headers.indexOf(header)]!.replaceAll(/[$,]/g, '')),
      );
      const change = (100 * (costs! - before!)) / before!;
      expect(cells[headers.indexOf('Change')]).toContain(`${Math.abs(change).toFixed(1)}%`);
      await expectSound();
      await farthing.visit(page, path);
    },
    timeoutMs,
  );

  test(
    'a copied link shows the same dates, comparison and filters in another browser',
    async () => {
      const path = new URL(page.url()).pathname;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await farthing.visit(page, `${path}?dates=last_month&compare=none`);
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
      await page.getByText(/^Link copied/).waitFor();
      const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
      const colleague = await farthing.newPage();
      await farthing.logIn(colleague);
      await farthing.visit(colleague, link.pathname + link.search);
      for (const label of ['Last month', 'None']) {
        await colleague
          .getByRole('combobox')
          .and(colleague.locator(`[value="${label}"]`))
          .waitFor();
      }
      await farthing.visit(colleague, `${path}?filters=svd_fltr_0000000000000000`);
      await colleague
        .getByRole('alert')
        .getByText(/does not apply to the figures/)
        .waitFor();
      await farthing.visit(page, path);
    },
    timeoutMs,
  );

  const createMenu = async (entry: string) => {
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };

  test(
    'a report is on a dashboard, or the subject of a rule, in two clicks',
    async () => {
      const dashboard = new URL(page.url()).pathname;
      const itemCount = async () =>
        ((await farthing.send('GET', `/v2${dashboard}/layout`))['items'] as unknown[]).length;
      const before = await itemCount();
      await farthing.visit(page, `/cost-reports/${report}`);
      await createMenu('Review');
      await page.getByText('Added “Spend” to “Review”.').waitFor();
      expect(await itemCount()).toBe(before + 1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(itemCount).toBe(before);

      await createMenu('Cost alert');
      await page.getByRole('heading', { name: 'New cost alert' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toContain('Spend');
      await page.getByText('Spend', { exact: true }).first().waitFor();

      // A rule watches what is saved, so changes are saved first.
      await farthing.visit(page, `/cost-reports/${report}?bin=week`);
      await createMenu('Budget');
      const dialog = page.getByRole('dialog', { name: 'Save the report first' });
      await farthing.expectNoAxeViolations(page);
      await dialog.getByRole('button', { name: 'Save changes and continue' }).click();
      await page.getByRole('heading', { name: 'New budget' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Spend');
      const { date_bin } = await farthing.send('GET', `/v2/cost_reports/${report}`);
      expect(date_bin).toBe('week');
      await farthing.send('PUT', `/v2/cost_reports/${report}`, { date_bin: 'month' });
      await farthing.visit(page, dashboard);
    },
    timeoutMs,
  );

  test(
    'full screen shows the dashboard alone',
    async () => {
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
      const covers = await page.evaluate(() => {
        const element = document.elementFromPoint(4, 4);
        return element?.closest('.full-screen') !== null;
      });
      expect(covers).toBe(true);
      await page.getByRole('button', { name: 'Leave full screen' }).click();
      await page.getByRole('link', { name: 'Edit' }).waitFor();
    },
    timeoutMs,
  );

  test(
    'a widget is dragged and resized, and leaving without saving asks',
    async () => {
      await page.getByRole('link', { name: 'Edit' }).click();
      const widget = page.getByRole('region', { name: 'Widget Spend', exact: true });
      await widget.getByText(/\$/).first().waitFor();
      const handle = (await widget.locator('.drag-handle').boundingBox())!;
      const target = (await page.locator('.dashboard-grid').boundingBox())!;
      await page.mouse.move(handle.x + 8, handle.y + 8);
      await page.mouse.down();
      await page.mouse.move(handle.x + 8 + target.width / 3, handle.y + 8, { steps: 5 });
      await page.mouse.up();
      await page.getByRole('status').getByText('Spend: column 5, row 1').waitFor();
      await page.getByRole('link', { name: 'Review' }).click();
      const dialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('button', { name: 'Full screen' }).waitFor();
      farthing.expectNoConsoleErrors(page);
    },
    timeoutMs,
  );

  test(
    'a save does not overwrite that of someone else',
    async () => {
      const path = new URL(page.url()).pathname;
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Make Per order taller' }).click();
      const api = `/v2${path}/layout`;
      const layout = (await farthing.send('GET', api)) as { items: { height: number }[] };
      const last = layout.items.at(-1)!;
      await farthing.send('PUT', api, {
        items: [...layout.items.slice(0, -1), { ...last, height: last.height + 1 }],
      });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const load = page.getByRole('button', { name: 'Load the newer version' });
      await load.click();
      await load.waitFor({ state: 'hidden' });
      // The newer version is what is edited now, so it can be saved.
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Full screen' }).waitFor();
      const { items } = (await farthing.send('GET', api)) as typeof layout;
      expect(items.at(-1)!.height).toBe(last.height + 1);
    },
    timeoutMs,
  );

  test(
    'a phone shows one column, in both colour schemes',
    async () => {
      const path = new URL(page.url()).pathname;
      for (const dark of [false, true]) {
        const small = await farthing.newPage({ width: 390, dark });
        await farthing.logIn(small);
        for (const shown of [path, `${path}/edit`]) {
          await farthing.visit(small, shown);
          const boxes = await small
            .locator('.dashboard-item')
            .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().x));
          expect(new Set(boxes).size, shown).toBe(1);
          const width = await small.evaluate(() => document.documentElement.scrollWidth);
          expect(width, shown).toBeLessThanOrEqual(390);
          await farthing.expectNoAxeViolations(small);
        }
        farthing.expectNoConsoleErrors(small);
        await small.close();
      }
    },
    timeoutMs,
  );

  test(
    'what changed and what the workspace is about is beside the costs, printed and sent',
    async () => {
      const { token } = await make('dashboards', { title: 'Watch' });
      const at = (x: number, y: number) => ({ x, y, width: 6, height: 5 });
      await farthing.send('PUT', `/v2/dashboards/${token}/layout`, {
        items: [
          { kind: 'changes', title: 'What changed', widgetable_token: report, ...at(0, 0) },
          { kind: 'anomalies', title: 'Anomalies', ...at(6, 0) },
          { kind: 'savings', title: 'Savings', ...at(0, 5) },
          { kind: 'commitments', title: 'Commitments', ...at(6, 5) },
        ],
      });
      const [start, end] = [`${monthBefore(1)}-01`, `${monthBefore(1)}-14`];
      const path = `/dashboards/${token}?dates=custom&start=${start}&end=${end}`;
      await farthing.visit(page, path);
      const { difference } = (await farthing.send(
        'GET',
        `/v2/costs/changes?cost_report_token=${report}&start_date=${start}&end_date=${end}`,
      )) as { difference: string | null };
      if (difference === null) await region('What changed').getByText('Not comparable').waitFor();
      else
        await region('What changed')
          .getByTitle(/^[+-]?\$/)
          .first()
          .waitFor();
      await region('Anomalies').getByText('higher than expected').waitFor();
      await region('Savings').getByText('no open recommendations').waitFor();
      await region('Commitments').getByText('No reservation or savings plan').waitFor();
      await farthing.expectNoAxeViolations(page);

      await page.getByRole('button', { name: 'Share' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: /^Download PDF/ }).click();
      expect((await download).suggestedFilename()).toBe('Watch.pdf');
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('menuitem', { name: 'Send regularly' }).click();
      await page.getByRole('heading', { name: 'New dashboard notification' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Watch');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('cell', { name: 'Every Monday' }).waitFor();
      await farthing.expectSoundPage(page, '/dashboard-notifications');
      await page.getByRole('link', { name: 'Watch', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Watch' }).waitFor();
    },
    timeoutMs,
  );

  test(
    'reports of other kinds are bars or tables that lead to them',
    async () => {
      const { workspaces } = (await farthing.send('GET', '/v2/workspaces')) as {
        workspaces: { token: string }[];
      };
      const workspace_token = workspaces[0]!.token;
      const commitments = await make('financial_commitment_reports', {
        title: 'Coverage',
        on_demand_costs_scope: 'all',
        workspace_token,
        groupings: 'service',
        start_date: `${monthBefore(1)}-01`,
        end_date: lastDay(monthBefore(1)),
      });
      const clusters = await make('kubernetes_efficiency_reports', {
        title: 'Clusters',
        workspace_token,
      });
      const view = await make('recommendation_views', { title: 'Quick wins', workspace_token });
      const asTable = { title: 'Coverage table', settings: { display_type: 'table' } };
      const { token } = await make('dashboards', {
        title: 'Other reports',
        widgets: [
          { widgetable_token: commitments.token },
          { widgetable_token: commitments.token, ...asTable },
          { widgetable_token: clusters.token },
          { widgetable_token: view.token },
        ],
      });
      await farthing.visit(page, `/dashboards/${token}`);
      const { groups } = (await farthing.send(
        'GET',
        `/v2/financial_commitment_reports/${commitments.token}/figures`,
      )) as unknown as { groups: { discounted_spend: string }[] };
      const amount = money.format(Number(groups[0]!.discounted_spend));
      for (const name of ['Coverage', 'Coverage table']) {
        await region(name).getByTitle(amount, { exact: true }).first().waitFor();
      }
      for (const name of ['Clusters', 'Quick wins']) {
        await region(name).getByText('There is nothing to show').waitFor();
      }
      const link = page.getByRole('link', { name: 'Quick wins' });
      expect(await link.getAttribute('href')).toBe(`/recommendations?view=${view.token}`);
      await farthing.expectNoAxeViolations(page);
    },
    timeoutMs,
  );
});

/** `2026-02` → `2026-02-28` */
function lastDay(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number, 0)).toISOString().slice(0, 10);
}
