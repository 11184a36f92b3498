import { addDays } from '../platform/lib/days.js';
import { companyName } from './company.js';
import { makeFigures } from './figures.js';
import type { RunOperation } from './operation-runner.js';

const cloudKeys = ['aws', 'azure', 'gcp'];

const inEveryCloud = (condition: string) =>
  cloudKeys.map((key) => `(costs.provider = '${key}' AND ${condition})`).join(' OR ');

export const ofTeams = (...teams: string[]) =>
  inEveryCloud(
    `tags.name = 'team' AND tags.value IN (${teams.map((team) => `'${team}'`).join(', ')})`,
  );

type Make = (id: string, body: Record<string, unknown>) => Promise<string>;

/**
 * What people of the company keep at hand: two folders, three filters and a handful of reports, a tree
 * of segments, a dashboard with a note on it, and a canvas.
 */
export async function makeViews(
  run: RunOperation,
  workspace_token: string,
  beginning: string,
): Promise<void> {
  const make: Make = async (id, body) => (await run(id, { workspace_token, ...body })).token;
  await makeSegments(make);
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
  const providers = await report(finance, 'All providers by month', {
    groupings: 'provider',
    chart_type: 'bar',
  });
  await report(finance, 'What we are billed, with credits and refunds', {
    groupings: 'provider,charge_type',
    settings: { amortize: false, include_credits: true, include_refunds: true },
  });
  const teams = await report(finance, 'Teams', { groupings: 'tag:team', chart_type: 'area' });

  const engineering = await make('createFolder', { title: 'Engineering' });
  const inProduction = await report(engineering, 'AWS services in production', {
    filter: "costs.provider = 'aws'",
    saved_filter_tokens: [production],
    groupings: 'service',
    date_interval: 'last_30_days',
    date_bin: 'day',
  });
  const bigQuery = await report(engineering, 'BigQuery analysis', {
    filter: "costs.provider = 'gcp' AND costs.service = 'BigQuery'",
    groupings: 'account_id,cost_subcategory',
    date_interval: 'last_3_months',
    date_bin: 'day',
  });
  await report(engineering, 'The data team', {
    saved_filter_tokens: [dataTeam],
    groupings: 'provider,service',
  });

  await makeFigures(run, [providers, inProduction]);
  await make('createDashboard', {
    title: 'Monthly review',
    widgets: [
      { widgetable_token: providers },
      { widgetable_token: teams, settings: { display_type: 'table' } },
      { widgetable_token: bigQuery, title: 'What queries cost' },
    ],
    date_interval: 'last_6_months',
    date_bin: 'month',
  });
  await make('createAnnotation', {
    report_tokens: [bigQuery],
    // The first of the days on which the queries of the attribution project got out of hand.
    date: addDays(beginning, 355),
    message: 'A query without a partition filter read the whole warehouse every hour.',
  });
  await make('createCanvas', {
    title: 'Ten largest services',
    prompt: 'Show me the top 10 monthly costs by provider and service, last 6 months',
  });
}

/** The company shared out between departments; what has no team stays unallocated. */
async function makeSegments(make: Make): Promise<void> {
  const segment = (title: string, parent_segment_token: string | undefined, filter?: string) =>
    make('createSegment', { title, filter, parent_segment_token });
  const company = await make('createSegment', { title: companyName, track_unallocated: true });
  const shop = await segment('Shop', company);
  await segment('Web and mobile', shop, ofTeams('web', 'mobile'));
  await segment('Payments', shop, ofTeams('payments'));
  await segment('Discovery', shop, ofTeams('discovery', 'machine-learning'));
  await segment('Data', company, ofTeams('data', 'marketing'));
  await segment('Platform', company, ofTeams('platform'));
  await segment('Corporate systems', company, "costs.provider = 'azure'");
  await segment('Data centres', company, "costs.provider = 'custom_provider'");
}
