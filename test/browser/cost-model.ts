import { Decimal } from '../../src/platform/lib/decimal.js';
import type { DateRange } from '../../src/platform/lib/date-intervals.js';
import { addDays, lastOfMonth } from '../../src/platform/lib/days.js';

/** A cost of the API: one day, with everything that the pages group and filter by. */
export interface CostLine {
  day: string;
  provider: string;
  service: string;
  account: string;
  type: string;
  team: string | null;
  env: string | null;
  amount: Decimal;
}

interface CostRow {
  accrued_at: string;
  amount: string;
  provider: string;
  service: string;
  account_id: string;
  charge_type: string;
  /** `key:value` of each tag that the charge has. */
  tags: string[];
}

/** Reads an address of the API. */
export type Get = (path: string) => Promise<Record<string, unknown>>;
export type Condition = (line: CostLine) => boolean;

const pageSize = 5000;

/** Adds costs up by itself, from the rows of GET /v2/costs: no other figure of the server takes part. */
export class CostModel {
  private constructor(private readonly lines: readonly CostLine[]) {}

  /** Reads the costs of a filter from a first day through the month of a last one. */
  static async read(
    get: Get,
    filter: string,
    { start, end }: DateRange,
    settings: Record<string, string> = {},
  ): Promise<CostModel> {
    const lines: CostLine[] = [];
    for (let month = start; month <= end; month = addDays(lastOfMonth(month), 1)) {
      lines.push(...(await readMonth(get, filter, month, settings)));
    }
    return new CostModel(lines);
  }

  /** The costs of some days. */
  sum({ start, end }: DateRange, condition: Condition = () => true): Decimal {
    let sum = new Decimal(0);
    for (const line of this.lines) {
      if (line.day >= start && line.day <= end && condition(line)) sum = sum.plus(line.amount);
    }
    return sum;
  }

  /** The same for each value of a column, the largest first. */
  sumsBy(
    column: 'provider' | 'service' | 'account' | 'team',
    { start, end }: DateRange,
    condition: Condition = () => true,
  ): Map<string, Decimal> {
    const sums = new Map<string, Decimal>();
    for (const line of this.lines) {
      if (line.day < start || line.day > end || !condition(line)) continue;
      const value = line[column] ?? '';
      sums.set(value, (sums.get(value) ?? new Decimal(0)).plus(line.amount));
    }
    return new Map([...sums].toSorted(([, one], [, other]) => other.cmp(one)));
  }

  /** How the cost of each service differs between two ranges, the largest difference first. */
  changes({ before, after }: Record<keyof Change, DateRange>, condition?: Condition): Change[] {
    const then = this.sumsBy('service', before, condition);
    const now = this.sumsBy('service', after, condition);
    const zero = new Decimal(0);
    return [...new Set([...now.keys(), ...then.keys()])]
      .map((name) => ({ before: then.get(name) ?? zero, after: now.get(name) ?? zero }))
      .toSorted((one, other) => differenceOf(other).abs().cmp(differenceOf(one).abs()));
  }
}

/** A group, or all groups, before and after. */
export interface Change {
  before: Decimal;
  after: Decimal;
}

export const differenceOf = ({ before, after }: Change): Decimal => after.minus(before);

export const sumOf = (values: Iterable<Decimal | string>): Decimal =>
  [...values].reduce<Decimal>((sum, value) => sum.plus(value), new Decimal(0));

async function readMonth(
  get: Get,
  filter: string,
  first: string,
  settings: Record<string, string>,
): Promise<CostLine[]> {
  const lines: CostLine[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({
      filter,
      start_date: first,
      end_date: lastOfMonth(first),
      date_bin: 'day',
      groupings: 'provider,service,account_id,charge_type,tag:team,tag:env',
      ...settings,
      limit: String(pageSize),
      page: String(page),
    });
    const { costs } = (await get(`/v2/costs?${query}`)) as unknown as { costs: CostRow[] };
    lines.push(...costs.map(lineOf));
    if (costs.length < pageSize) return lines;
  }
}

function lineOf(row: CostRow): CostLine {
  const tags = new Map(row.tags.map((tag) => splitAt(tag, ':')));
  return {
    day: row.accrued_at,
    provider: row.provider,
    service: row.service,
    account: row.account_id,
    type: row.charge_type,
    team: tags.get('team') ?? null,
    env: tags.get('env') ?? null,
    amount: new Decimal(row.amount),
  };
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}
