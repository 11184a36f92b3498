import { type CalendarBin, type DateRange, calendarBins } from '../platform/lib/date-intervals.js';
import { providersOfAllCosts } from '../domain/costs/providers/index.js';
import { quote } from '../domain/costs/vql/index.js';
import { addDays, firstOfMonth } from '../platform/lib/days.js';
import type { Ask } from './ask.js';
import { CommandFailure, type CommandInput, UsageError } from './command.js';

type Flags = CommandInput['flags'];

const units = {
  d: { bin: 'day', startOf: (today: string, count: number) => addDays(today, 1 - count) },
  w: { bin: 'week', startOf: (today: string, count: number) => addDays(today, 1 - 7 * count) },
  m: { bin: 'month', startOf: (today: string, count: number) => firstOfMonth(today, 1 - count) },
  y: {
    bin: 'month',
    startOf: (today: string, count: number) => firstOfMonth(today, 1 - 12 * count),
  },
} as const;

interface Period extends DateRange {
  bin: CalendarBin;
}

/** `3m` is this month and the two before it, `30d` the last 30 days with today. */
export function parsePeriod(text: string, today: string): Period {
  const [, count, unit] = /^([1-9]\d{0,2})([dwmy])$/.exec(text) ?? [];
  if (count === undefined) {
    throw new UsageError(
      '--last must be a number of days, weeks, months or years, such as 30d or 3m.',
    );
  }
  const { bin, startOf } = units[unit as keyof typeof units];
  return { start: startOf(today, Number(count)), end: today, bin };
}

/** The parameters of `GET /v2/costs/series` that flags stand for. */
export async function buildQuery(ask: Ask, flags: Flags, today: string): Promise<URLSearchParams> {
  const query = new URLSearchParams();
  const set = (name: string, value: string | boolean | undefined) => {
    if (typeof value === 'string') query.set(name, value);
  };
  const { report, filter } = flags;
  // A report has dates of its own.
  const last = flags['last'] ?? (report === undefined ? '30d' : undefined);
  if (typeof last === 'string') {
    const { start, end, bin } = parsePeriod(last, today);
    query.set('start_date', start);
    query.set('end_date', end);
    query.set('date_bin', bin);
  }
  set('date_bin', binOf(flags['bin']));
  set('groupings', flags['by'] ?? (report === undefined ? 'service' : undefined));
  set('limit', limitOf(flags['limit']));
  if (flags['compare']) query.set('compare_to', 'previous_period');
  if (report === undefined) await setScope(query, ask, flags);
  else query.set('settings[aggregate_by]', 'cost');
  set('cost_report_token', report);
  set('filter', filter);
  return query;
}

/** A question without a report needs a workspace, and a filter that names providers. */
async function setScope(query: URLSearchParams, ask: Ask, flags: Flags): Promise<void> {
  const workspace = await chooseWorkspace(ask, flags['workspace']);
  query.set('workspace_token', workspace);
  if (flags['filter'] !== undefined) return;
  const { cost_providers: providers } = (await ask(
    '/v2/cost_providers',
    new URLSearchParams({ workspace_token: workspace }),
  )) as { cost_providers: { key: string }[] };
  if (providers.length === 0) {
    throw new CommandFailure('There are no costs yet; import a bill with "farthing import".');
  }
  const keys = providersOfAllCosts(providers.map(({ key }) => key));
  query.set('filter', keys.map((key) => `costs.provider = ${quote(key)}`).join(' OR '));
}

/** The workspace that a flag names by token or name, or the only one. */
export async function chooseWorkspace(
  ask: Ask,
  wanted: string | boolean | undefined,
): Promise<string> {
  const { workspaces } = (await ask('/v2/workspaces')) as {
    workspaces: { token: string; name: string }[];
  };
  const found = workspaces.filter(
    ({ token, name }) => wanted === undefined || token === wanted || name === wanted,
  );
  if (found.length === 1) return found[0]!.token;
  const names = workspaces.map(({ name }) => name).join(', ');
  throw new UsageError(
    wanted === undefined
      ? `Choose a workspace with --workspace: ${names}.`
      : `There is no workspace ${String(wanted)}; there are: ${names}.`,
  );
}

function binOf(flag: string | boolean | undefined): CalendarBin | undefined {
  const bin = calendarBins.find((each) => each === flag);
  if (flag !== undefined && bin === undefined) {
    throw new UsageError(`--bin must be one of ${calendarBins.join(', ')}.`);
  }
  return bin;
}

function limitOf(flag: string | boolean | undefined): string | undefined {
  if (flag === undefined) return undefined;
  if (!/^\d{1,4}$/.test(String(flag)) || Number(flag) < 1 || Number(flag) > 1000) {
    throw new UsageError('--limit must be a number from 1 to 1000.');
  }
  return String(flag);
}
