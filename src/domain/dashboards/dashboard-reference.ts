import { Rows } from '../../platform/kernel/rows.js';
import type { Context } from '../../platform/kernel/context.js';
import { unprocessable } from '../../platform/lib/errors.js';
import type { Actor } from '../../platform/auth/actor.js';

export const dashboardAccess = { within: 'workspace', grants: true } as const;

export const dashboardRows = new Rows('dashboards', 'Dashboard', dashboardAccess);

/** Refuses a default dashboard that its reader could not open. */
export async function demandDashboard(
  ctx: Context,
  token: string | null | undefined,
  reader: Actor = ctx.actor,
): Promise<void> {
  if (token && !(await dashboardRows.find({ ...ctx, actor: reader }, token))) {
    throw unprocessable(`Dashboard not found: default_dashboard_token ${token}`);
  }
}
