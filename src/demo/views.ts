import { makeFigures } from './figures.js';
import type { RunOperation } from './operation-runner.js';

const cloudKeys = ['aws', 'azure', 'gcp'];

const inEveryCloud = (condition: string) =>
  cloudKeys.map((key) => `(costs.provider = '${key}' AND ${condition})`).join(' OR ');

/** What people of the company keep at hand: two folders, three filters, a handful of reports and two figures. */
export async function makeViews(run: RunOperation, workspace_token: string): Promise<void> {
  const make = async (id: string, body: Record<string, unknown>) =>
    (await run(id, { workspace_token, ...body })).token;
  const filter = (title: string, text: string) =>
    make('createSavedFilter', { title, filter: text });
  const report = (folder_token: string, title: string, more: Record<string, unknown>) =>
    make('createCostReport', {
      title,
      folder_token,
      date_interval: 'last_12_months',
      date_bin: 'month',
      ...more,
    });

  const production = await filter(
    'Production',
    inEveryCloud("tags.name = 'env' AND tags.value = 'prod'"),
  );
  const dataTeam = await filter(
    'Data team',
    inEveryCloud("tags.name = 'team' AND tags.value = 'data'"),
  );
  await filter('Without any tag', inEveryCloud('tags.name = NULL'));

  const finance = await make('createFolder', { title: 'Finance' });
  const all = await report(finance, 'All providers by month', {
    groupings: 'provider',
    chart_type: 'bar',
  });
  await report(finance, 'What we are billed, with credits and refunds', {
    groupings: 'provider,charge_type',
    settings: { amortize: false, include_credits: true, include_refunds: true },
  });
  await report(finance, 'Teams', { groupings: 'tag:team', chart_type: 'area' });

  const engineering = await make('createFolder', { title: 'Engineering' });
  const inProduction = await report(engineering, 'AWS services in production', {
    filter: "costs.provider = 'aws'",
    saved_filter_tokens: [production],
    groupings: 'service',
    date_interval: 'last_30_days',
    date_bin: 'day',
  });
  await report(engineering, 'BigQuery analysis', {
    filter: "costs.provider = 'gcp' AND costs.service = 'BigQuery'",
    groupings: 'account_id,cost_subcategory',
    date_interval: 'last_3_months',
    date_bin: 'day',
  });
  await report(engineering, 'The data team', {
    saved_filter_tokens: [dataTeam],
    groupings: 'provider,service',
  });
  await makeFigures(run, [all, inProduction]);
}
