import { beforeAll, describe, expect, test } from 'vitest';
import { importCharges } from '../../test/cost-fixtures.js';
import { type Account, newAccount, testOrigin } from '../../test/harness.js';
import { storeDataFile } from '../../test/kubernetes.js';
import { openCostCsv } from '../domain/optimise/kubernetes/opencost-csv.js';
import { type Ask, askServer } from './ask.js';
import { CommandFailure, type Screen, UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { parsePeriod } from './cost-question.js';
import { costsCommand, printCosts } from './costs-command.js';

// Today is 2026-03-10.
const today = '2026-03-10';
let account: Account;
let ask: Ask;

beforeAll(async () => {
  account = await newAccount();
  ask = askServer({ url: await testOrigin(), token: account.as.secret });
  await importCharges(account, [
    { day: '2026-01-05', cost: '100.005', service: 'EC2' },
    { day: '2026-02-05', cost: '1200.5', service: 'EC2' },
    { day: '2026-03-05', cost: '10', service: 'EC2' },
    { day: '2026-02-06', cost: '50', service: 'S3' },
    { day: '2026-03-06', cost: '25', service: 'S3' },
    { day: '2026-03-07', cost: '1', service: 'A service with quite a long name' },
  ]);
});

async function run(line: string, screen?: Screen): Promise<string[]> {
  const printed: string[] = [];
  const args = [
    'costs',
    ...(line.match(/'[^']*'|\S+/g) ?? []).map((arg) => arg.replaceAll("'", '')),
  ];
  const input = {
    ...parseArguments(costsCommand, args),
    print: (text: string) => printed.push(text),
  };
  await printCosts(ask, screen ? { ...input, screen } : input, today);
  return printed;
}

const seriesOf = async (query: Record<string, string>) => {
  const parameters = new URLSearchParams({
    workspace_token: account.workspace.token,
    filter: "costs.provider = 'aws'",
    ...query,
  });
  return (await account.as.get(`/v2/costs/series?${parameters.toString()}`)).body;
};
const threeMonths = { start_date: '2026-01-01', end_date: today, date_bin: 'month' };

test('costs of clusters count only where they are asked for: the bills already have them', async () => {
  const own = await newAccount();
  const askOwn = askServer({ url: await testOrigin(), token: own.as.secret });
  const totalOf = async (...args: string[]) => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const input = parseArguments(costsCommand, ['costs', '--json', ...args]);
    await printCosts(askOwn, { ...input, print }, today);
    return JSON.parse(printed.join('\n')).total.amount;
  };
  const csv = 'Date,Namespace,Pod,CPUCost,RAMCost,TotalCost\n2026-03-01,web,api,40,0,40';
  await storeDataFile(own, openCostCsv, csv);
  expect(await totalOf()).toBe('40.0');
  await importCharges(own, [{ day: '2026-03-01', cost: '100', service: 'EC2' }]);
  expect(await totalOf()).toBe('100.0');
  expect(await totalOf('--filter', "costs.provider = 'kubernetes'")).toBe('40.0');
});

describe('--explain', () => {
  test('shows which tables answer, for which days and with which conditions', async () => {
    const lines = await run('--explain --last 3m');
    const value = (label: string) =>
      lines.find((line) => line.startsWith(label))?.slice('Without a rate  '.length);
    expect(value('Days')).toBe('2026-01-01 to 2026-03-10, by month');
    expect(value('Amounts')).toBe('amortized, in USD');
    expect(value('Groups by')).toBe('service');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Reads           service_costs, months, 2026-01 to 2026-02',
        '                service_costs, arrays of days, before 2026-01 and from 2026-03 on',
      ]),
    );
    expect(lines.join('\n')).toMatch(/usage_date >= .*2026-01-01/);
  });

  test('is data with --json, and not a table', async () => {
    const plan = JSON.parse((await run('--explain --by resource_id --last 2d --json')).join('\n'));
    expect(plan).toMatchObject({
      groupings: ['resource_id'],
      tables: [{ table: 'resource_costs', sums: 'arrays of days', months: null }],
    });
    await expect(run('--explain --csv')).rejects.toThrow('Specify either --explain or --csv');
  });
});

test.each([
  ['1d', '2026-03-10', 'day'],
  ['30d', '2026-02-09', 'day'],
  ['2w', '2026-02-25', 'week'],
  ['1m', '2026-03-01', 'month'],
  ['3m', '2026-01-01', 'month'],
  ['1y', '2025-04-01', 'month'],
])('the last %s begin on %s', (text, start, bin) => {
  expect(parsePeriod(text, today)).toEqual({ start, end: today, bin });
});

describe('the table', () => {
  test('has bins, total and trend of the largest groups, all others, and the total', async () => {
    expect(await run('--by service --last 3m --limit 2')).toEqual([
      'Costs by service, month from 1 Jan 2026 to 10 Mar 2026 (UTC): 3 groups',
      '',
      'SERVICE         JAN 2026  FEB 2026  1–10 MAR*  TOTAL USD  TREND',
      'EC2               100.01  1,200.50      10.00   1,310.51  ▂█',
      'S3                  0.00     50.00      25.00      75.00  ▁█',
      'Other (1 more)      0.00      0.00       1.00       1.00  ▁▁',
      'Total             100.01  1,250.50      36.00   1,386.51  ▂█',
      '',
      '* Not complete: costs are complete through 7 Mar 2026.',
    ]);
  });

  test('has changes over complete days, as the API states them', async () => {
    const lines = await run('--by service --last 1m --compare');
    const { groups, comparison } = await seriesOf({
      start_date: '2026-03-01',
      end_date: today,
      groupings: 'service',
      compare_to: 'previous_period',
    });
    expect([groups[0].change.amount, comparison.previous_end_date]).toEqual([
      '-25.0',
      '2026-02-07',
    ]);
    // The days that are compared are not all of the total, so their amounts stand beside it.
    expect(lines[2]).toMatch(/ 1–10 MAR\* +TOTAL USD +COMPARED +PREVIOUS +CHANGE +%$/);
    const row = lines.find((line) => line.startsWith('S3'))!;
    expect(row).toMatch(/^S3 +25\.00 +25\.00 +25\.00 +50\.00 +-25\.00 +-50\.0$/);
    expect(lines.find((line) => line.startsWith('A service'))).toMatch(/ \+1\.00 +new$/);
    expect(lines).toContain(
      'Change: 1 Mar 2026 to 7 Mar 2026 against 1 Feb 2026 to 7 Feb 2026, complete days only.',
    );
  });

  test('leaves out compared costs that are the total, or that a narrow screen has no room for', async () => {
    const lines = await run('--by service --last 1m --compare', { columns: 60, hasColours: false });
    expect(lines[2]).toMatch(/^SERVICE +TOTAL USD +CHANGE +%$/);
    const { body } = await account.as.post('/v2/cost_reports', {
      title: 'Days',
      filter: "costs.provider = 'aws'",
      start_date: '2026-02-15',
      end_date: '2026-02-28',
    });
    const whole = await run(`--report ${body.token} --by service --bin month --compare`);
    expect(whole[2]).toMatch(/^SERVICE +15–28 FEB +TOTAL USD +PREVIOUS +CHANGE +%$/);
    expect(whole.at(-3)).toMatch(/^Total +0\.00 +0\.00 +1,250\.50 +-1,250\.50 +-100\.0$/);
  });

  test('has no changes where days of the previous period have no data', async () => {
    const lines = await run('--last 3m --compare');
    expect(lines[2]).not.toContain('CHANGE');
    expect(lines.at(-2)).toMatch(/^No change is shown: 0 of \d+ days have data/);
  });

  test('is as wide as the screen, without colours unless it has them', async () => {
    for (const columns of [40, 60, 90, 200]) {
      const lines = await run('--last 3m', { columns, hasColours: false });
      const table = lines.slice(2, 7);
      expect(Math.max(...table.map((line) => line.length)), table.join('\n')).toBeLessThanOrEqual(
        columns,
      );
      expect(table.join('').includes('\u001b')).toBe(false);
      expect(table[0]!.includes('JAN 2026')).toBe(columns >= 90);
    }
    const narrow = await run('--last 3m', { columns: 40, hasColours: false });
    expect(narrow.some((line) => line.startsWith('A service with qui'))).toBe(true);
    const [, , header] = await run('--last 3m', { columns: 100, hasColours: true });
    expect(header!.startsWith('\u001b[1mSERVICE')).toBe(true);
  });

  test('has the names of providers', async () => {
    const lines = await run('--by provider --last 3m');
    expect(lines.some((line) => line.startsWith('AWS  '))).toBe(true);
  });

  test('of a report has its dates and filters', async () => {
    const { body } = await account.as.post('/v2/cost_reports', {
      title: 'S3',
      filter: "costs.provider = 'aws' AND costs.service = 'S3'",
      date_interval: 'last_month',
    });
    const lines = await run(`--report ${body.token} --by service --bin month`);
    expect(lines.filter((line) => line.startsWith('S3'))).toEqual(['S3          50.00      50.00']);
  });
});

test('--json prints what the API answers', async () => {
  const [text] = await run('--by service --last 3m --json');
  const { links: _, ...answer } = JSON.parse(text!);
  const { links: __, ...expected } = await seriesOf({ ...threeMonths, groupings: 'service' });
  expect(answer).toEqual(expected);
});

test('--csv prints exact decimals', async () => {
  expect(await run('--by service --last 3m --csv')).toEqual([
    'row,service,currency,total,2026-01-01,2026-02-01,2026-03-01 to 2026-03-10',
    'group,EC2,USD,1310.505,100.005,1200.5,10.0',
    'group,S3,USD,75.0,0.0,50.0,25.0',
    'group,A service with quite a long name,USD,1.0,0.0,0.0,1.0',
    'total,,USD,1386.505,100.005,1250.5,36.0',
  ]);
});

describe('errors are a sentence with the way out', () => {
  test.each<[string, typeof UsageError, RegExp]>([
    ['--last 3x', UsageError, /^--last must be .* such as 30d or 3m\.$/],
    ['--bin year', UsageError, /^--bin must be one of day, week, month/],
    ['--limit 0', UsageError, /^--limit must be a number from 1 to 1000\.$/],
    ['--json --csv', UsageError, /^Specify either --json or --csv\.$/],
    ['service', UsageError, /^Unexpected argument service;/],
    ['--workspace Nowhere', UsageError, /^There is no workspace Nowhere; there are: /],
    ['--filter costs.provider', CommandFailure, /^Invalid VQL at line 1, column \d+: .*[^.]\.$/],
    ['--by nothing', CommandFailure, /^groupings does not have a valid value: nothing\.$/],
    ['--report rprt_x', CommandFailure, /^Cost report not found\.$/i],
  ])('%s', async (line, kind, message) => {
    const failure = await run(line).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect((failure as Error).message).toMatch(message);
  });

  test('a refused token, and a server that is not there', async () => {
    const origin = await testOrigin();
    const refused = askServer({ url: origin, token: 'wrong' });
    await expect(refused('/v2/workspaces')).rejects.toThrow(/set FARTHING_TOKEN/);
    const gone = askServer({ url: 'http://127.0.0.1:1', token: 'x' });
    await expect(gone('/v2/workspaces')).rejects.toThrow(/does not respond; check FARTHING_URL\.$/);
  });
});
