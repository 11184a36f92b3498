import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { costAlerts } from '../../domain/watch/cost-alerts/index.js';
import { anomalyNotifications } from '../../domain/watch/anomaly-notifications/index.js';
import { budgetAlerts } from '../../domain/watch/budget-alerts/index.js';
import { channels, mutes } from '../../domain/watch/delivery/index.js';
import { dashboardNotifications } from '../../domain/watch/dashboard-notifications/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { openApiSchemas } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { ShapeFailure, UnknownReference } from '../../platform/lib/errors.js';
import { reportNotifications } from '../../domain/watch/report-notifications/index.js';
import { pick } from '../../platform/lib/pick.js';
import { parseTimestamp } from '../../platform/lib/time.js';

/** What can be muted: channels, and every kind of rule that writes messages. */
const mutable = [
  channels,
  budgetAlerts,
  costAlerts,
  anomalyNotifications,
  reportNotifications,
  dashboardNotifications,
] as const;

const time = z
  .string()
  .refine((value) => parseTimestamp(value) !== undefined, { error: 'is invalid' })
  .transform((value) => parseTimestamp(value)!)
  .register(openApiSchemas, { type: 'string', format: 'date-time' });
const times = { starts_at: time, ends_at: time };

export const muteResource = resource(mutes, {
  one: 'mute',
  many: 'mutes',
  tag: 'Mutes',
  create: z.object({ object_token: z.string().describe('A channel or a rule.'), ...times }),
  update: z.object(times).partial(),
  filters: z.object({ object_token: z.string().optional() }),
  where: ({ object_token: object }) =>
    object === undefined ? [] : [sql<SqlBool>`object_token = ${object}`],
  workspaceOf: ({ object_token: object }, ctx) => workspaceOf(ctx, object),
  columns: (body, _ctx, current) => {
    const { starts_at, ends_at } = { ...current, ...body };
    if (ends_at <= starts_at) throw new ShapeFailure(['ends_at must be after starts_at']);
    return pick(body, ['object_token', 'starts_at', 'ends_at']);
  },
});

async function workspaceOf(ctx: Context, object: string): Promise<string> {
  for (const { rows } of mutable) {
    const row = await rows.find(ctx, object);
    if (row) return row.workspace_token;
  }
  throw new UnknownReference('Channel or rule', 'object_token', object);
}
