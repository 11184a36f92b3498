import type { Services } from '../../../platform/kernel/services.js';

/** Queues the evaluation of the budget alerts of accounts whose forecasts have changed, if some watch them. */
export async function queueForecastAlerts(
  { db, enqueue }: Pick<Services, 'db' | 'enqueue'>,
  accounts: readonly string[],
): Promise<void> {
  if (accounts.length === 0) return;
  const watching = await db
    .selectFrom('budget_alerts')
    .select('account_token')
    .distinct()
    .where('measure', '=', 'forecast')
    .where('account_token', 'in', [...new Set(accounts)])
    .execute();
  for (const { account_token } of watching) await enqueue('evaluate-rules', { account_token }, db);
}
