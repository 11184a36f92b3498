import { addDays } from '../platform/lib/days.js';
import { createBusinessMetrics } from './business-metrics.js';
import { companyName } from './company.js';
import type { RunOperation } from './operation-runner.js';

const cloudKeys = ['aws', 'azure', 'gcp'];

const inAllClouds = (condition: string) =>
  cloudKeys.map((key) => `(costs.provider = '${key}' AND ${condition})`).join(' OR ');

/** A filter for the tagged costs of teams. */
export const ofTeams = (...teams: string[]) =>
  inAllClouds(
    `tags.name = 'team' AND tags.value IN (${teams.map((team) => `'${team}'`).join(', ')})`,
  );

type Create = (id: string, body: Record<string, unknown>) => Promise<string>;

/**
 * Creates two folders, three saved filters, cost reports, a segment tree, a dashboard, an annotation and
 * a canvas.
 */
export async function createViews(
  run: RunOperation,
  workspace_token: string,
  beginning: string,
): Promise<void> {
  const create: Create = async (id, body) => (await run(id, { workspace_token, ...body })).token;
  await createSegments(create);
  const createFilter = (title: string, filter: string) =>
    create('createSavedFilter', { title, filter });
  const createReport = (folder_token: string, title: string, fields: Record<string, unknown>) =>
    create('createCostReport', {
      title,
      folder_token,
      date_interval: 'last_12_months',
      date_bin: 'month',
      ...fields,
    });

  await createFilter('Production', inAllClouds("tags.name = 'env' AND tags.value = 'prod'"));
  const dataTeam = await createFilter(
    'Data team',
    inAllClouds("tags.name = 'team' AND tags.value = 'data'"),
  );
  await createFilter('Untagged', inAllClouds('tags.name = NULL'));

  const finance = await create('createFolder', { title: 'Finance' });
  const providers = await createReport(finance, 'All providers by month', {
    groupings: 'provider',
    chart_type: 'bar',
  });
  await createReport(finance, 'Billed costs with credits and refunds', {
    groupings: 'provider,charge_type',
    settings: { amortize: false, include_credits: true, include_refunds: true },
  });
  const teams = await createReport(finance, 'Teams', { groupings: 'tag:team', chart_type: 'area' });

  const engineering = await create('createFolder', { title: 'Engineering' });
  const inProduction = await createReport(engineering, 'AWS services in production', {
    filter: "costs.provider = 'aws' AND tags.name = 'env' AND tags.value = 'prod'",
    groupings: 'service',
    date_interval: 'last_30_days',
    date_bin: 'day',
  });
  const bigQuery = await createReport(engineering, 'BigQuery analysis', {
    filter: "costs.provider = 'gcp' AND costs.service = 'BigQuery'",
    groupings: 'account_id,cost_subcategory',
    date_interval: 'last_3_months',
    date_bin: 'day',
  });
  await createReport(engineering, 'Data team by service', {
    saved_filter_tokens: [dataTeam],
    groupings: 'provider,service',
  });

  await createBusinessMetrics(run, [providers, inProduction]);
  await create('createDashboard', {
    title: 'Monthly review',
    widgets: [
      { widgetable_token: providers },
      { widgetable_token: teams, settings: { display_type: 'table' } },
      { widgetable_token: bigQuery, title: 'Query costs' },
    ],
    date_interval: 'last_6_months',
    date_bin: 'month',
  });
  await create('createAnnotation', {
    report_tokens: [bigQuery],
    // The first day of the anomaly in the attribution project.
    date: addDays(beginning, 355),
    message: 'A query without a partition filter read the whole warehouse every hour.',
  });
  await create('createCanvas', {
    title: 'Ten largest services',
    prompt: 'Show me the top 10 monthly costs by provider and service, last 6 months',
  });
}

/** Departments of the company; costs without a team stay unallocated. */
async function createSegments(create: Create): Promise<void> {
  const createSegment = (
    title: string,
    parent_segment_token: string | undefined,
    filter?: string,
  ) => create('createSegment', { title, filter, parent_segment_token });
  const company = await create('createSegment', { title: companyName, track_unallocated: true });
  const shop = await createSegment('Shop', company);
  await createSegment('Web and mobile', shop, ofTeams('web', 'mobile'));
  await createSegment('Payments', shop, ofTeams('payments'));
  await createSegment('Discovery', shop, ofTeams('discovery', 'machine-learning'));
  await createSegment('Data', company, ofTeams('data', 'marketing'));
  await createSegment('Platform', company, ofTeams('platform'));
  await createSegment('Corporate systems', company, "costs.provider = 'azure'");
  await createSegment('Data centers', company, "costs.provider = 'custom_provider'");
}
