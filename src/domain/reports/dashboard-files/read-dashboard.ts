import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Comparison } from '../../costs/query/index.js';
import { costReports } from '../cost-reports/index.js';
import {
  dashboards,
  inFiles,
  inReadingOrder,
  type LayoutItem,
  readLayout,
} from '../dashboards/index.js';
import { savedFilters } from '../saved-filters/index.js';
import type { DashboardDocument, DocumentWidget } from './dashboard-document.js';
import { readCostFigures } from './read-cost-figures.js';

/** How a dashboard is looked at; what is absent is as the dashboard has it. */
export interface DashboardView {
  range?: DateRange;
  compareTo?: Comparison;
  /** Saved filters besides those of the dashboard. */
  savedFilters?: readonly string[];
}

/** What a dashboard shows to the caller. Each widget has the figures of its report with the dates of the view. */
export async function readDashboard(
  ctx: Context,
  dashboard: Row<'dashboards'>,
  view: DashboardView,
): Promise<DashboardDocument> {
  const {
    saved_filter_tokens: own,
    start_date: start,
    end_date: end,
  } = await dashboards.serialize(dashboard, ctx);
  const today = formatDate(ctx.now);
  const range = view.range ?? (start ? { start, end: end ?? today } : undefined);
  const narrowing = await Promise.all(
    (view.savedFilters ?? []).map((token) => savedFilters.rows.load(ctx, token)),
  );
  const filter = narrowing.flatMap((each) => (each.filter ? [`(${each.filter})`] : []));
  const applied = await Promise.all(own.map((token) => savedFilters.rows.find(ctx, token)));
  const widgets: DocumentWidget[] = [];
  for (const item of inReadingOrder(await readLayout(ctx, dashboard))) {
    widgets.push(
      await readWidget(ctx, item, {
        dashboard_token: dashboard.token,
        ...(range && item.follows_dates && { start_date: range.start, end_date: range.end }),
        ...(filter.length > 0 && { filter: filter.join(' AND ') }),
        compareTo: view.compareTo,
      }),
    );
  }
  return {
    title: dashboard.title,
    workspace: ctx.actor.workspaceNames[dashboard.workspace_token] ?? '',
    day: today,
    ...(range && { range }),
    filters: [
      ...applied.map((each) => each?.title ?? 'A filter that you cannot see'),
      ...narrowing.map(({ title }) => title),
    ],
    widgets,
  };
}

interface WidgetParameters {
  dashboard_token: string;
  start_date?: string;
  end_date?: string;
  filter?: string;
  compareTo: Comparison | undefined;
}

async function readWidget(
  ctx: Context,
  item: LayoutItem,
  { compareTo, ...parameters }: WidgetParameters,
): Promise<DocumentWidget> {
  const { title, text, widgetable_token: token } = item;
  const shows = inFiles(item);
  if (shows === 'text') return { shows, title, text: text ?? '' };
  if (!shows || !token) return { shows: 'nothing', title, reason: 'console-only' };
  const report = await costReports.rows.find(ctx, token);
  if (!report) return { shows: 'nothing', title, reason: 'no-access' };
  // Reports with dates of their own keep them on a dashboard that has others.
  const own = item.follows_dates ? {} : await datesOf(ctx, report);
  const figures = await readCostFigures(ctx, report, { ...parameters, ...own }, compareTo);
  return { shows, title, report: token, figures };
}

async function datesOf(ctx: Context, report: Row<'cost_reports'>) {
  const { start_date, end_date } = await costReports.serialize(report, ctx);
  return { start_date, end_date };
}
