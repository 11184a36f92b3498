import { expect } from 'vitest';
import { costsPath } from '../cost-requests.js';
import { focusBill } from '../focus-bill.js';
import { call, importBill, waitFor } from './server-process.js';

interface Period {
  /** Two months that follow each other, `YYYY-MM`. */
  months: [string, string];
  /** Cost of each month in the last version that was acknowledged; 0 before the first. */
  cost: number;
}

/**
 * A client that imports versions of one bill after another and records which ones the server has
 * acknowledged. A bill has two months: an import of which only one is visible would be a partial one.
 */
export class RecordingImporter {
  readonly #periods: Period[] = [];
  #pendingCost: number | undefined;
  acknowledged = 0;
  /** Imports whose end the client did not see. */
  unanswered = 0;

  constructor(readonly workspace: string) {}

  /** Continues with another period: after a crash, the last one may be blocked by the dead import. */
  startPeriod(): void {
    const count = this.#periods.length;
    const month = (offset: number) => String((count % 6) * 2 + offset).padStart(2, '0');
    const year = 1990 + Math.floor(count / 6);
    this.#periods.push({ months: [`${year}-${month(1)}`, `${year}-${month(2)}`], cost: 0 });
  }

  /** Imports the next version of the bill. Returns false if the server did not acknowledge it. */
  async import(url: string): Promise<boolean> {
    const period = this.#periods.at(-1)!;
    const cost = period.cost + 1;
    const [first, second] = period.months.map((month) => focusBill('crashing', month, cost));
    const bill = first! + second!.split('\n').slice(1).join('\n');
    let run;
    try {
      run = await importBill(url, bill, { workspace: this.workspace });
    } catch {
      this.#pendingCost = cost;
      this.unanswered += 1;
      return false;
    }
    expect([run.status, run.errors]).toEqual(['committed', []]);
    period.cost = cost;
    this.acknowledged += 1;
    return true;
  }

  /** Finds out whether the pending import was applied; it must be complete or absent. */
  async resolvePending(url: string): Promise<void> {
    const period = this.#periods.at(-1)!;
    const pending = this.#pendingCost;
    this.#pendingCost = undefined;
    // The server goes on with an import that it has received whole.
    await waitFor('no import is running', async () => {
      const { body } = await call(url, 'GET', '/console/imports/queue');
      return body.import_runs.length === 0 ? true : undefined;
    });
    const costs = await this.#readCosts(url, period);
    if (pending !== undefined && costs[0] === pending) period.cost = pending;
  }

  /** Checks that every period has the costs that were acknowledged last, in both months. */
  async verify(url: string, periods = this.#periods): Promise<void> {
    for (const period of periods) {
      const { months, cost } = period;
      const costs = await this.#readCosts(url, period);
      expect([months, costs]).toEqual([months, cost === 0 ? [] : [cost, cost]]);
    }
  }

  /** Like verify, for the last period. */
  async verifyLast(url: string): Promise<void> {
    await this.verify(url, this.#periods.slice(-1));
  }

  /** The cost of each month of a period that has any. */
  async #readCosts(url: string, { months }: Period): Promise<number[]> {
    const query = {
      start_date: `${months[0]}-01`,
      end_date: `${months[1]}-28`,
      date_bin: 'month',
      groupings: 'service',
      workspace_token: this.workspace,
    };
    const { status, body } = await call(url, 'GET', costsPath(query));
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.costs.map((row: { amount: string }) => Number(row.amount));
  }
}
