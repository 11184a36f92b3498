import { formatMoney, formatPercent } from '../../../platform/lib/format-amounts.js';
import { formatDay } from '../../../platform/lib/format-days.js';
import type { CostFigures, DashboardDocument } from '../../reports/dashboard-files/index.js';
import type { MessageContent } from '../delivery/index.js';

/** What a message says about a dashboard: the total of each of its cost reports. */
export function describeDashboard(
  notification: { token: string; title: string; dashboard_token: string },
  { title, workspace, day, widgets }: DashboardDocument,
): MessageContent {
  const costs = widgets.flatMap((widget) =>
    'figures' in widget ? [{ ...widget, change: changeOf(widget.figures) }] : [],
  );
  const left = widgets.filter(({ shows }) => shows === 'nothing').map((each) => each.title);
  const currency = costs[0]?.figures.currency ?? '';
  const incomplete = costs.some(
    ({ figures: { completeThrough, range } }) =>
      completeThrough === null || completeThrough < range.end,
  );
  return {
    type: 'dashboard_notification',
    title: `${notification.title}: ${formatDay(day)}`,
    summary: `${title} as of ${formatDay(day)}.`,
    facts: [
      ...costs
        .slice(0, 2)
        .map(({ title: label, figures }) => ({ label, value: moneyOf(figures.total, currency) })),
      { label: 'Dashboard', value: title },
      { label: 'Workspace', value: workspace },
    ],
    notes: [
      ...(incomplete ? ['Some days are not complete yet, so these costs will still change.'] : []),
      ...(left.length > 0
        ? [`Not included: ${left.join(', ')}. The dashboard in the console has them.`]
        : []),
    ],
    ...(costs.length > 0 && {
      table: {
        columns: ['Widget', `Cost (${currency})`, 'Change'],
        rows: costs.map((each) => [each.title, formatMoney(each.figures.total), each.change]),
      },
    }),
    about: notification.dashboard_token,
    dashboard: notification.dashboard_token,
    reports: [...new Set(costs.map(({ report }) => report))],
    data: {
      dashboard_notification_token: notification.token,
      dashboard_token: notification.dashboard_token,
      day,
      widgets: costs.map(({ title: name, report, figures, change }) => ({
        title: name,
        cost_report_token: report,
        start_date: figures.range.start,
        end_date: figures.range.end,
        complete_through: figures.completeThrough,
        currency: figures.currency,
        amount: figures.total,
        change,
      })),
    },
  };
}

const moneyOf = (amount: string, currency: string) => `${formatMoney(amount)} ${currency}`;

/** The change of complete days in percent; `n/a` where there is none. */
function changeOf({ comparison }: CostFigures): string {
  const { amounts } = comparison ?? {};
  return amounts ? formatPercent(amounts.current, amounts.previous) : 'n/a';
}
