import { addDays, firstOfMonth, lastOfMonth } from '../platform/lib/days.js';
import type { RunOperation } from './operation-runner.js';

/** Creates a forecast with two scenarios: a migration to another cloud, and a campaign. */
export async function createForecasts(
  run: RunOperation,
  workspace_token: string,
  today: string,
): Promise<void> {
  const createModel = async (title: string, fields: Record<string, unknown>) =>
    (await run('createScenarioModel', { title, workspace_token, ...fields })).token;
  const nextMonth = firstOfMonth(today, 1);
  const migration = await createModel('Reporting moves from AWS to BigQuery', {
    priority: 1,
    provider: 'gcp',
    service: 'BigQuery',
    periods: [
      {
        start_at: nextMonth,
        end_at: lastOfMonth(nextMonth, 2),
        amount: '1500.0',
        amount_type: 'dollar',
      },
      {
        start_at: firstOfMonth(nextMonth, 3),
        end_at: null,
        amount: '4000.0',
        amount_type: 'dollar',
      },
    ],
  });
  const campaign = await createModel('Spring campaign', {
    priority: 2,
    periods: [
      {
        start_at: addDays(nextMonth, 9),
        end_at: addDays(nextMonth, 29),
        amount: '8.0',
        amount_type: 'percent',
      },
    ],
  });
  const report = await run('createCostReport', {
    title: 'Where this quarter is heading',
    workspace_token,
    groupings: 'provider',
    date_interval: 'last_3_months',
    date_bin: 'day',
  });
  await run('createReportForecast', {
    title: 'With migration and campaign',
    cost_report_token: report.token,
    scenario_model_tokens: [migration, campaign],
    set_as_default: true,
  });
}
