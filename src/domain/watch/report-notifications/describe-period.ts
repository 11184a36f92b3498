import { daysIn } from '../../../platform/lib/days.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import {
  type BarKind,
  type ChartBar,
  type MessageChart,
  type MailList,
  type MessageContent,
} from '../delivery/index.js';
import {
  formatDifference,
  formatMoney,
  formatPercent,
} from '../../../platform/lib/format-amounts.js';
import {
  formatDay,
  formatDays,
  formatMonth,
  formatShortDay,
} from '../../../platform/lib/format-days.js';
import type { Figure, PeriodFigures } from './read-figures.js';
import type { ChangeForm, Frequency } from './report-notification.js';

interface Notification {
  token: string;
  title: string;
  frequency: Frequency;
  change: ChangeForm;
}

/** What a notification says about a period. Pure, so that the same figures give the same message. */
export function describePeriod(
  notification: Notification,
  workspace: string,
  figures: PeriodFigures & { savings?: MailList },
): MessageContent {
  const { report, run, currency, total, compared } = figures;
  const days = formatDays(run.period);
  const money = (amount: string) => `${formatMoney(amount)} ${currency}`;
  const change = changeOf(notification.change, total);
  const against = compared && formatDays(compared.previous);
  const ofDays = changedDays(figures);
  const changeLabel = ofDays ? `Change of ${ofDays}` : 'Change';
  const suffix = notification.change === 'dollars' && change !== 'n/a' ? ` ${currency}` : '';
  return {
    type: 'report_notification',
    title: `${notification.title}: ${days}`,
    summary:
      `${report.title} for ${days}: ${money(total.amount)}` +
      (against && change !== 'n/a'
        ? `${ofDays ? `; ${ofDays}:` : ','} ${change}${suffix} compared with ${against}.`
        : '.'),
    facts: [
      { label: `Total, ${days}`, value: money(total.amount) },
      {
        label: against ? `${changeLabel} from ${against}` : changeLabel,
        value: `${change}${suffix}`,
      },
      ...otherForm(notification.change, total, currency),
      ...(notification.frequency === 'monthly'
        ? []
        : [
            {
              label: `${formatMonth(run.period.end)} to date`,
              value: `${money(figures.monthToDate)}, through ${formatDay(run.period.end)}`,
            },
          ]),
      { label: 'Report', value: report.title },
      { label: 'Workspace', value: workspace },
    ],
    notes: notesOf(figures),
    table: tableOf(notification.change, changeLabel, figures),
    chart: chartOf(figures),
    ...(figures.savings && { mailList: figures.savings }),
    about: report.token,
    reports: [report.token],
    data: dataOf(notification, figures),
  };
}

/** The days that a change is of, where these are not all days of the total beside it. */
function changedDays({ run: { period }, compared }: PeriodFigures): string | undefined {
  if (!compared) return undefined;
  const { start, end } = compared.current;
  return start === period.start && end === period.end ? undefined : formatDays(compared.current);
}

/** A change in the form that the notification shows; `n/a` where there is none. */
function changeOf(form: ChangeForm, { compared }: Figure): string {
  if (!compared) return 'n/a';
  const { current, previous } = compared;
  return form === 'dollars'
    ? formatDifference(current, previous)
    : formatPercent(current, previous);
}

/** The total's change in the form that the notification does not show, as a detail. */
function otherForm(form: ChangeForm, total: Figure, currency: string): MessageContent['facts'] {
  if (!total.compared) return [];
  return form === 'dollars'
    ? [{ label: 'Change in percent', value: changeOf('percentage', total) }]
    : [{ label: `Change in ${currency}`, value: changeOf('dollars', total) }];
}

/** No figure is partial or not comparable without saying so. */
function notesOf({ run: { period }, covered, compared, unconverted }: PeriodFigures): string[] {
  const [all, complete] = [daysIn(period), daysIn(covered)];
  const isPartial = complete < all;
  return [
    ...(isPartial && complete === 0
      ? ['The costs of this period are not complete yet, so the total will still change.']
      : []),
    ...(isPartial && complete > 0
      ? [
          `Costs are complete for ${complete} of ${all} days (${formatDays(covered)}), so the total will still change.`,
        ]
      : []),
    ...(isPartial && compared
      ? [
          `The changes compare ${formatDays(compared.current)} with ${formatDays(compared.previous)}.`,
        ]
      : []),
    ...(compared
      ? []
      : ['There is no change, because some of the days to compare have no complete costs.']),
    ...(unconverted.length > 0
      ? [`Costs in ${unconverted.join(', ')} are not included: there is no exchange rate.`]
      : []),
  ];
}

function tableOf(
  form: ChangeForm,
  changeLabel: string,
  { groups, other, groupings, currency }: PeriodFigures,
) {
  const row = (name: string, figure: Figure) => [
    name,
    formatMoney(figure.amount),
    changeOf(form, figure),
  ];
  return {
    columns: [groupings.map(labelOf).join(', '), `Cost (${currency})`, changeLabel],
    rows: [
      ...groups.map((group) => row(group.name, group)),
      ...(other.count > 0 ? [row(`${other.count} others`, other)] : []),
    ],
  };
}

/** `account_id` as `Account id`, `tag:team` as `team`. */
function labelOf(grouping: string): string {
  if (grouping.startsWith('tag:')) return grouping.slice(4);
  const words = grouping.replaceAll('_', ' ');
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

function chartOf({ run: { period }, covered, days, currency }: PeriodFigures): MessageChart {
  const kindOf = (day: string): BarKind => {
    if (day < period.start) return 'earlier';
    return day >= covered.start && day <= covered.end ? 'current' : 'incomplete';
  };
  const bars: ChartBar[] = days.map(({ day, amount }) => ({
    label: formatShortDay(day),
    amount,
    kind: kindOf(day),
  }));
  const labels: Record<BarKind, string> = {
    earlier: 'Days before',
    current: formatDays(period),
    incomplete: 'Not complete yet',
  };
  return {
    title: `Costs per day in ${currency}`,
    bars,
    legend: (['earlier', 'current', 'incomplete'] as const)
      .filter((kind) => bars.some((bar) => bar.kind === kind))
      .map((kind) => ({ kind, label: labels[kind] })),
  };
}

function dataOf({ token, frequency }: Notification, figures: PeriodFigures) {
  const { run, total, compared, covered } = figures;
  const figure = ({ amount, compared: amounts }: Figure) => ({
    amount: formatDecimal(amount),
    change: amounts ? formatDifference(amounts.current, amounts.previous) : null,
    percent: amounts ? formatPercent(amounts.current, amounts.previous) : null,
  });
  return {
    report_notification_token: token,
    cost_report_token: figures.report.token,
    frequency,
    start_date: run.period.start,
    end_date: run.period.end,
    is_complete: daysIn(covered) === daysIn(run.period),
    previous_start_date: compared?.previous.start ?? null,
    previous_end_date: compared?.previous.end ?? null,
    currency: figures.currency,
    total: figure(total),
    month_to_date: formatDecimal(figures.monthToDate),
    groups: figures.groups.map(({ name, ...amounts }) => ({ name, ...figure(amounts) })),
    other: { group_count: figures.other.count, ...figure(figures.other) },
  };
}
