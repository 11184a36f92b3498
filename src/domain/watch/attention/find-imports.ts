import { type SqlBool, sql } from 'kysely';
import { hasRole } from '../../../platform/auth/actor.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import { providerName } from '../../costs/providers/index.js';
import { integrationEnds, maxBillDelayDays, readScope } from '../../costs/query/index.js';
import { listedIntegrations } from '../../intake/integrations/index.js';
import type { AttentionItem } from './attention-item.js';

const maxIntegrations = 1000;
/** Bills of a day usually arrive within this time. */
const usualDelayDays = 3;

/** Integrations that cannot be imported, and those whose bills are late. */
export async function findImports(ctx: Context, workspace: string): Promise<AttentionItem[]> {
  const page = { number: 1, limit: maxIntegrations, offset: 0 };
  const { rows } = await listedIntegrations.rows.list(ctx, page, [
    sql<SqlBool>`exists (select 1 from integration_workspaces w
      where w.integration_token = integrations.token and w.workspace_token = ${workspace})`,
  ]);
  const states = await listedIntegrations.serializeRows(rows, ctx);
  const ends = integrationEnds((await readScope(ctx.db, [workspace])).loads);
  const today = formatDate(ctx.now);
  return rows.flatMap((row, index) => {
    const { status, last_updated: lastUpdated } = states[index]!;
    const item = {
      token: row.token,
      title: nameOf(row, ctx),
      amount: null,
      currency: null,
      count: 1,
    };
    if (status === 'error') {
      return { ...item, kind: 'import_failed' as const, date: lastUpdated?.slice(0, 10) ?? null };
    }
    const end = ends.get(row.token);
    if (status === 'importing' || end === undefined || !isLate(end, today)) return [];
    return { ...item, kind: 'import_stale' as const, date: end };
  });
}

/** One without costs for longer than any bill takes has ended, rather than being late. */
const isLate = (end: string, today: string): boolean =>
  end < addDays(today, -usualDelayDays) && end >= addDays(today, -maxBillDelayDays);

/** Its name, where the caller may read it; otherwise the provider and the last part of the account, which can be a path. */
function nameOf(row: Row<'integrations'>, { actor }: Context): string {
  const isOwn = row.account_token === actor.accountToken;
  if (isOwn && row.name && hasRole(actor, 'integration_owner')) return row.name;
  const account = row.account_identifier?.split('/').at(-1);
  if (row.provider === 'custom_provider' && account) return account;
  return [providerName(row.provider), account].filter(Boolean).join(' ');
}
