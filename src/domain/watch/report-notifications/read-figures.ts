import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { CalendarBin, DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, daysIn, firstOfMonth } from '../../../platform/lib/days.js';
import { subtractDecimals, sumDecimals } from '../../../platform/lib/decimal.js';
import {
  type Completeness,
  resolveCostQuery,
  loadReport,
  nameGroups,
} from '../../reports/cost-reports/index.js';
import {
  type CostQuery,
  coveredDays,
  groupingName,
  parseJoinedGroupings,
  type GroupSeries,
  readGroupTotals,
  readSeries,
  readTotalSeries,
} from '../../costs/query/index.js';
import { type ScheduledRun, comparedDays } from './schedule.js';

/** Amounts of the days that are compared. */
interface ComparedAmounts {
  current: string;
  previous: string;
}

/** An amount of the period; without `compared` where there is nothing to compare it with. */
export interface Figure {
  amount: string;
  compared?: ComparedAmounts;
}

/** What a report cost in the period of a run. */
export interface PeriodFigures {
  report: Row<'cost_reports'>;
  run: ScheduledRun;
  currency: string;
  total: Figure;
  /** Of the month that the period ends in, through its last day. */
  monthToDate: string;
  /** Names of what the groups are grouped by, such as `service`. */
  groupings: string[];
  groups: (Figure & { name: string })[];
  other: Figure & { count: number };
  /** The days that are compared; undefined if costs of some of them have not been imported. */
  compared?: { current: DateRange; previous: DateRange };
  /** The days of the period whose costs are complete. */
  covered: DateRange;
  /** The costs of each day from the previous period on, or of two weeks for a daily run. */
  days: { day: string; amount: string }[];
  /** Currencies of costs that have no exchange rate and are part of no amount. */
  unconverted: string[];
}

const groupCount = 5;
const chartDays = 14;

/** Reads the figures of a run: the same for all notifications of the report. */
export async function readFigures(
  ctx: Context,
  reportToken: string,
  run: ScheduledRun,
  completeness: Completeness,
): Promise<PeriodFigures> {
  const report = await loadReport(ctx, reportToken);
  const groupings = groupingsOf(report);
  const prepare = (range: DateRange) =>
    resolveCostQuery(
      ctx,
      {
        cost_report_token: report.token,
        start_date: range.start,
        end_date: range.end,
        date_bin: 'day',
        groupings,
        'settings[aggregate_by]': 'cost',
      },
      { limit: groupCount, offset: 0 },
    );
  const chart = chartRange(run);
  const monthStart = firstOfMonth(run.period.end);
  const start = monthStart < chart.start ? monthStart : chart.start;
  const { query: daily } = await prepare({ start, end: run.period.end });
  const { query, scope } = await prepare(run.period);
  const { costs } = ctx.services;
  const { bins, amounts } = await readTotalSeries(costs, daily);
  const byDay = bins.map((day, index) => ({ day, amount: amounts[index]! }));
  const series = await readSeries(costs, query);
  const covered = coveredIn(run.period, completeness);
  const compared = findCompared(run, completeness);
  const totals = compared && (await readCompared(ctx, prepare, compared, series.groups, byDay));
  const names = await nameGroups(ctx, query, scope);
  return {
    report,
    run,
    currency: query.conversion.to,
    total: figureOf(series.total.total, totals?.total),
    monthToDate: sumIn(byDay, { start: monthStart, end: run.period.end }),
    groupings,
    groups: series.groups.map((group) => ({
      name: names(group.row),
      ...figureOf(group.total, totals?.ofGroup(group.key)),
    })),
    other: {
      count: series.groupCount - series.groups.length,
      ...figureOf(series.other.total, totals?.other),
    },
    ...(compared && { compared }),
    covered,
    days: byDay.filter(({ day }) => day >= chart.start),
    unconverted: [...new Set(series.unconverted.map(({ currency }) => currency))],
  };
}

const figureOf = (amount: string, compared?: ComparedAmounts): Figure => ({
  amount,
  ...(compared && { compared }),
});

/** The groupings of the report; services if it has none. */
function groupingsOf(report: Row<'cost_reports'>): string[] {
  const stored = parseJoinedGroupings(report.groupings).map(groupingName);
  if (stored.length > 0) return stored;
  return [report.segment_token ? 'segment' : 'service'];
}

function chartRange({ period, previous }: ScheduledRun): DateRange {
  const { end } = period;
  const isDay = period.start === end;
  return { start: isDay ? addDays(end, 1 - chartDays) : previous.start, end };
}

function coveredIn(range: DateRange, completeness: Completeness): DateRange {
  return coveredDays(range, completeness, completeness.completeThrough ?? '0001-01-01');
}

/** The days to compare, if costs of all earlier ones have been imported. */
function findCompared(run: ScheduledRun, completeness: Completeness): PeriodFigures['compared'] {
  const compared = comparedDays(run, coveredIn(run.period, completeness));
  if (compared === undefined) return undefined;
  const { previous } = compared;
  return daysIn(coveredIn(previous, completeness)) === daysIn(previous) ? compared : undefined;
}

const sumIn = (days: PeriodFigures['days'], { start, end }: DateRange): string =>
  sumDecimals(days.filter(({ day }) => day >= start && day <= end).map(({ amount }) => amount));

type Prepare = (range: DateRange) => Promise<{ query: CostQuery<CalendarBin> }>;

/** The amounts of the compared days: of all costs, of each group, and of all other groups. */
async function readCompared(
  { services: { costs } }: Context,
  prepare: Prepare,
  { current, previous }: NonNullable<PeriodFigures['compared']>,
  groups: readonly GroupSeries[],
  byDay: PeriodFigures['days'],
) {
  const read = async (range: DateRange) => {
    const { query } = await prepare(range);
    return { total: sumIn(byDay, range), ofGroups: await readGroupTotals(costs, query, groups) };
  };
  const [now, before] = [await read(current), await read(previous)];
  const ofGroup = (key: string): ComparedAmounts => ({
    current: now.ofGroups.get(key) ?? '0',
    previous: before.ofGroups.get(key) ?? '0',
  });
  const rest = ({ total, ofGroups }: typeof now) =>
    subtractDecimals(total, sumDecimals(groups.map(({ key }) => ofGroups.get(key) ?? '0')));
  return {
    total: { current: now.total, previous: before.total },
    other: { current: rest(now), previous: rest(before) },
    ofGroup,
  };
}
