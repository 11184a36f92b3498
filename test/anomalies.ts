import { newToken } from '../src/platform/lib/tokens.js';
import { newReport } from './forecasting.js';
import type { Account } from './harness.js';

/** Stores an anomaly, as a scan of its report would; returns its token. */
export async function newAnomaly(
  account: Account,
  fields: {
    report?: string;
    service?: string;
    day?: string;
    createdAt?: Date;
    /** The anomaly of another report that it is the same event as. */
    event?: string;
    /** How it has gone on. */
    course?: { lastDay: string; impact: string };
  } = {},
): Promise<string> {
  const { service = 'EC2', day = '2026-03-08', createdAt = account.app.clock() } = fields;
  const token = newToken('anmly_alrt');
  await account.app.services.db
    .insertInto('anomaly_alerts')
    .values({
      token,
      account_token: account.account.token,
      workspace_token: account.workspace.token,
      cost_report_token: fields.report ?? (await newReport(account)),
      provider: 'aws',
      service,
      category: 'Compute',
      anomaly_date: day,
      kind: 'spike',
      currency: 'USD',
      amount: '165',
      previous_amount: '102',
      seven_day_average: '101',
      expected_amount: '100',
      expected_lower: '80',
      expected_upper: '120',
      feedback: null,
      is_news: true,
      alerted_at: null,
      ...(fields.event && { event_token: fields.event }),
      last_day: fields.course?.lastDay ?? null,
      impact: fields.course?.impact ?? null,
      created_at: createdAt,
    })
    .execute();
  return token;
}
