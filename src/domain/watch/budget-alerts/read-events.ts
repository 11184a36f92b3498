import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { BudgetAlertMeasure } from '../../../platform/store/tables.js';
import type { Page } from '../../../platform/kernel/paging.js';
import { budgets } from '../budgets/index.js';
import { budgetAlerts } from './budget-alert.js';

/** What an alert has reported about a budget and month, with the state of its messages. */
export interface BudgetAlertEvent {
  budget_alert_token: string;
  budget_token: string;
  budget_name: string;
  month: string;
  day: string;
  threshold: number;
  spend: string;
  amount: string;
  measure: BudgetAlertMeasure;
  forecast: string | null;
  forecast_from: string | null;
  exceeded_on: string | null;
  currency: string;
  delivered: boolean;
  fired_at: Date;
  sent: number;
  waiting: number;
  failed: number;
  total: number;
}

export interface EventFilter {
  workspace: string | undefined;
  budget: string | undefined;
  alert: string | undefined;
}

/** Reads what visible alerts have reported, the newest first. */
export async function readEvents(
  ctx: Context,
  { workspace, budget, alert }: EventFilter,
  page: Page,
): Promise<{ events: BudgetAlertEvent[]; total: number }> {
  const all = (conditions: readonly Expression<SqlBool>[]) => sql.join(conditions, sql` and `);
  const { rows } = await sql<BudgetAlertEvent>`
    select firing.budget_alert_token, firing.budget_token, budget.name as budget_name, firing.month,
      firing.day, firing.threshold, firing.spend, firing.amount, firing.measure,
      firing.forecast, firing.forecast_from, firing.exceeded_on, workspace.currency,
      firing.delivered, firing.fired_at,
      coalesce(message.sent, 0)::int as sent, coalesce(message.waiting, 0)::int as waiting,
      coalesce(message.failed, 0)::int as failed, (count(*) over ())::int as total
    from budget_alert_firings firing
    join budgets budget on budget.token = firing.budget_token
    join workspaces workspace on workspace.token = budget.workspace_token
    left join lateral (
      select count(*) filter (where state = 'sent') as sent,
        count(*) filter (where state in ('pending', 'not_configured')) as waiting,
        count(*) filter (where state in ('failed', 'dropped')) as failed
      from delivery_messages
      where rule_token = firing.budget_alert_token
        and event_key = concat_ws(' ', firing.budget_alert_token, firing.budget_token,
          to_char(firing.month, 'YYYY-MM-DD'), firing.arming)
    ) message on true
    where firing.budget_token in (select token from budgets where ${all(await budgets.rows.visible(ctx))})
      and firing.budget_alert_token in (
        select token from budget_alerts where ${all(await budgetAlerts.rows.visible(ctx))})
      and (${workspace ?? null}::text is null or budget.workspace_token = ${workspace ?? null})
      and (${budget ?? null}::text is null or firing.budget_token = ${budget ?? null})
      and (${alert ?? null}::text is null or firing.budget_alert_token = ${alert ?? null})
    order by firing.id desc limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
  return { events: rows, total: rows[0]?.total ?? 0 };
}
