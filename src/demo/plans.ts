import { addDays, firstOfMonth, lastOfMonth } from '../platform/lib/days.js';
import type { RunOperation } from './operation-runner.js';

/** What the company plans beyond going on as before: a move to another cloud, and a campaign. */
export async function makePlans(
  run: RunOperation,
  workspace_token: string,
  today: string,
): Promise<void> {
  const model = async (title: string, more: Record<string, unknown>) =>
    (await run('createScenarioModel', { title, workspace_token, ...more })).token;
  const next = firstOfMonth(today, 1);
  const move = await model('BigQuery takes over the reports of AWS', {
    priority: 1,
    provider: 'gcp',
    service: 'BigQuery',
    periods: [
      { start_at: next, end_at: lastOfMonth(next, 2), amount: '1500.0', amount_type: 'dollar' },
      { start_at: firstOfMonth(next, 3), end_at: null, amount: '4000.0', amount_type: 'dollar' },
    ],
  });
  const campaign = await model('Spring campaign', {
    priority: 2,
    periods: [
      {
        start_at: addDays(next, 9),
        end_at: addDays(next, 29),
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
    title: 'With the move and the campaign',
    cost_report_token: report.token,
    scenario_model_tokens: [move, campaign],
    set_as_default: true,
  });
}
