import type { Account, TestResponse } from './harness.js';
import { type Charge, importCharges } from './cost-fixtures.js';

const dayMilliseconds = 86_400_000;

/** The days before 10 March 2026, the default date of the test clock. */
function daysBefore(count: number): string[] {
  const end = Date.parse('2026-03-10');
  return Array.from({ length: count }, (_, day) =>
    new Date(end - (count - day) * dayMilliseconds).toISOString().slice(0, 10),
  );
}

/** Imports charges for each of the days before today. */
export async function importDays(
  account: Account,
  count: number,
  charges: (day: string) => Partial<Charge>[],
): Promise<void> {
  const dailyCharges = daysBefore(count).flatMap((day) =>
    charges(day).map((charge) => ({ cost: '0', ...charge, day })),
  );
  await importCharges(account, dailyCharges);
}

/** Creates a cost report in the account's first workspace. */
export async function newReport({ as, workspace }: Account, fields: object = {}): Promise<string> {
  const body = { title: 'R', workspace_token: workspace.token, ...fields };
  return (await as.post('/v2/cost_reports', body)).body.token;
}

/** Computes the baseline forecast of a report. */
export const forecast = ({ app }: Account, cost_report_token: string) =>
  app.jobs.run('forecast-report', { cost_report_token });

/** Reads the forecasted costs of a report. */
export const readForecast = ({ as }: Account, report: string, query = ''): Promise<TestResponse> =>
  as.get(`/v2/cost_reports/${report}/forecasted_costs?${query}`);

/** Rows as text, such as `2026-03-11 aws EC2 60.0`. */
export const rowsOf = ({ body }: TestResponse): string[] =>
  body.forecasted_costs.map(
    (row: Record<'date' | 'provider' | 'service' | 'amount', string>) =>
      `${row.date.slice(0, 10)} ${row.provider} ${row.service} ${row.amount}`,
  );
