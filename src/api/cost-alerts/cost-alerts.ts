import { z } from 'zod';
import { requireRecipients } from '../../domain/watch/delivery/index.js';
import {
  costAlerts,
  requireWatchableReports,
  deleteAnnotationsOfOthers,
} from '../../domain/watch/cost-alerts/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { title, token, tokens } from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { Decimal } from '../../platform/lib/decimal.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';
import { type CostAlertSettings, channels, resolveThreshold, settingFields } from './fields.js';

const fields = {
  title: title(),
  ...settingFields,
  email_recipients: z.array(z.email()).max(1000).optional(),
  slack_channels: channels().optional(),
  teams_channels: channels().optional(),
  channel_tokens: tokens().max(100).optional(),
};

type StoredAlert = Row<'cost_alerts'> & { report_tokens: string[] };

export const costAlertResource = resource(costAlerts, {
  one: 'cost_alert',
  many: 'cost_alerts',
  tag: 'CostAlerts',
  create: z.object({ ...fields, workspace_token: token() }),
  update: z.object(fields).partial(),
  search: 'title',
  paging: { default: 1000, max: 5000 },
  errors: { create: [400], update: [400, 404] },
  columns: async (body, ctx, current, workspace) => {
    if (!body.report_tokens) throw new ShapeFailure(['report_tokens is missing']);
    await requireWatchableReports(ctx, workspace!, body.report_tokens);
    await requireRecipients(ctx, workspace!, body);
    const settings = resolveThreshold(body, current);
    return {
      ...settings,
      ...pick(body, ['title', 'email_recipients', 'slack_channels', 'teams_channels']),
      ...(hasChanged({ ...settings, report_tokens: body.report_tokens }, current) &&
        armed(ctx, current)),
    };
  },
  afterSave: async (row, body, ctx) => {
    const owner = { cost_alert_token: row.token };
    const hasOtherReports = await replaceLinks(ctx.db, 'cost_alert_reports', {
      owner,
      column: 'cost_report_token',
      tokens: body.report_tokens,
    });
    if (hasOtherReports) await deleteAnnotationsOfOthers(ctx.db, row.token, body.report_tokens);
    const hasOtherChannels =
      body.channel_tokens !== undefined &&
      (await replaceLinks(ctx.db, 'cost_alert_channels', {
        owner,
        column: 'channel_token',
        tokens: body.channel_tokens,
      }));
    return hasOtherReports || hasOtherChannels;
  },
});

/** Clients send all fields, so only values that differ start the alert anew. */
function hasChanged(settings: CostAlertSettings, current: Row<'cost_alerts'> | undefined): boolean {
  if (!current) return true;
  const { interval, unit_type, threshold, minimum_threshold, report_tokens } =
    current as StoredAlert;
  const watched = new Set(report_tokens);
  return (
    settings.interval !== interval ||
    settings.unit_type !== unit_type ||
    !isSameNumber(settings.threshold, threshold) ||
    !isSameNumber(settings.minimum_threshold, minimum_threshold) ||
    settings.report_tokens.some((report) => !watched.has(report))
  );
}

const isSameNumber = (a: string | number | null, b: string | number | null) =>
  a === null || b === null ? a === b : new Decimal(a).equals(b);

const armed = (ctx: Context, current: Row<'cost_alerts'> | undefined) => ({
  arming: (current?.arming ?? 0) + 1,
  armed_at: ctx.now,
});
