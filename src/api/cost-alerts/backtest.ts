import { z } from 'zod';
import {
  type BacktestDay,
  backtestCostAlert,
  CostAlertChange,
  requireWatchableReports,
  describeChange,
  serializeChange,
  shiftInterval,
  startOfInterval,
  readReportCosts,
} from '../../domain/watch/cost-alerts/index.js';
import { date, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { chooseWorkspace } from '../../platform/kernel/workspace-choice.js';
import { backtestRange } from '../../platform/lib/backtest-range.js';
import { groupBy } from '../../platform/lib/group-by.js';
import { formatDate } from '../../platform/lib/time.js';
import { resolveThreshold, settingFields } from './fields.js';

/** Events per day that are listed; all are counted. */
const maxListed = 20;

const Event = z
  .object({
    report_token: z.string(),
    description: z.string(),
    metadata: CostAlertChange,
  })
  .meta({ id: 'CostAlertBacktestEvent' });

const Day = z
  .object({
    date: z.string(),
    event_count: z.int().describe('Number of events of the day.'),
    events: z.array(Event).describe(`The ${maxListed} largest changes of the day.`),
  })
  .meta({ id: 'CostAlertBacktestDay' });

const Backtest = z
  .object({
    start_date: z.string(),
    end_date: z.string(),
    complete_through: z
      .string()
      .nullable()
      .describe('Costs of later days may be missing; null without any costs.'),
    event_count: z.int(),
    days: z.array(Day).describe('Days on which the alert would have reported something, in order.'),
  })
  .meta({ id: 'CostAlertBacktest' });

export const backtestCostAlerts = operation({
  id: 'backtestCostAlert',
  tag: 'CostAlerts',
  method: 'POST',
  path: '/v2/cost_alerts/backtest',
  summary: 'List the days on which a cost alert would have reported something; stores nothing',
  body: z
    .object({
      ...settingFields,
      workspace_token: token(),
      start_date: date().optional().describe('By default 90 days before the last one.'),
      end_date: date().optional().describe('Yesterday by default.'),
    })
    .meta({ id: 'backtestCostAlert' }),
  status: 200,
  errors: [400],
  readsOnly: true,
  response: Backtest,
  run: async ({ body }, ctx) => {
    const range = backtestRange(body, formatDate(ctx.now));
    const workspace = chooseWorkspace(ctx, body.workspace_token);
    const reports = await requireWatchableReports(ctx, workspace, body.report_tokens);
    const rule = resolveThreshold(body, undefined);
    const read = {
      start: shiftInterval(rule.interval, startOfInterval(rule.interval, range.start), -1),
      end: range.end,
    };
    const events: DatedEvent[] = [];
    // Null where the costs of a report are complete on no day, else the earliest end of all.
    let completeThrough: string | null | undefined;
    for (const report of reports) {
      const costs = await readReportCosts(ctx, report, read);
      completeThrough = earlier(completeThrough, costs.completeThrough);
      for (const day of backtestCostAlert(rule, costs, range)) {
        events.push(...toEvents(day, report.token, rule.unit_type, costs.currency));
      }
    }
    return {
      start_date: range.start,
      end_date: range.end,
      complete_through: completeThrough ?? null,
      event_count: events.length,
      days: serializeDays(events),
    };
  },
});

interface DatedEvent {
  date: string;
  change: BacktestDay['changes'][number];
  event: () => z.input<typeof Event>;
}

const toEvents = (
  { date: day, changes }: BacktestDay,
  report_token: string,
  unit: Parameters<typeof describeChange>[1],
  currency: string,
): DatedEvent[] =>
  changes.map((change) => ({
    date: day,
    change,
    event: () => ({
      report_token,
      description: describeChange(change, unit, currency),
      metadata: serializeChange(change),
    }),
  }));

function serializeDays(events: readonly DatedEvent[]): z.input<typeof Day>[] {
  return [...groupBy(events, (each) => each.date)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, found]) => ({
      date: day,
      event_count: found.length,
      events: found
        .toSorted((a, b) => b.change.change.abs().comparedTo(a.change.change.abs()))
        .slice(0, maxListed)
        .map(({ event }) => event()),
    }));
}

function earlier(known: string | null | undefined, next: string | null): string | null {
  if (known === undefined) return next;
  if (known === null || next === null) return null;
  return known < next ? known : next;
}
