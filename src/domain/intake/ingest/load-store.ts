/** Totals of a load in one currency, as exact decimal strings. */
export interface CurrencyTotal {
  currency: string;
  billed: string;
  effective: string;
}

/** What the source bills for one month in one currency, computed before anything was stored. */
export interface MonthTotal {
  /** `YYYY-MM` */
  month: string;
  currency: string;
  rows: number;
  billed: string;
}

/** What rejected rows bill in one currency, as far as it can be read. */
export interface RejectedTotal {
  currency: string;
  billed: string;
}

/** A load about to be written: one version of one partition of the source. */
export interface PlannedLoad {
  integrationToken: string;
  /** The unit of replacement: a new load of a partition replaces the last one. Unique within the integration. */
  partition: string;
  /** Prefix that all partitions of the same format and report share. */
  partitionPrefix: string;
  format: string;
  /** Provider, month and payer account of the charges: `aws 2024-01 123456789012`. */
  payers: readonly string[];
  /** Hash over the files of the run. */
  fingerprint: string;
  /** Orders versions of a partition, if the source states one: an ISO time. */
  sourceVersion?: string;
  /** Set when billing rules make the load for a managed account. */
  rebilled?: RebilledLoad;
}

/** Where a rebilled load comes from. */
interface RebilledLoad {
  managedAccount: string;
  /** The load that the rules are applied to; absent for rows that rules add. */
  from?: number;
  ruleTokens: readonly string[];
}

/** A warning of an import, with the number of affected rows and an example. */
export interface ImportWarning {
  code: string;
  count: number;
  example: string;
}

/** What one US dollar is worth on a day, as a bill states it. */
export interface StatedRate {
  /** `YYYY-MM-DD` */
  date: string;
  currency: string;
  rate: string;
}

/** A stored load whose totals equal those of the source. */
export interface FinishedLoad {
  loadId: number;
  /** Every row of the source: stored, rejected or repeated. */
  rowsRead: number;
  rowsStored: number;
  rowsRejected: number;
  /** What the rejected rows bill, as far as it can be read. */
  rejectedTotals: RejectedTotal[];
  rowsRepeated: number;
  lines: number;
  totals: CurrencyTotal[];
  months: MonthTotal[];
  /** First and last usage date, `YYYY-MM-DD`. */
  firstDate: string;
  lastDate: string;
  estimated: boolean;
  warnings: ImportWarning[];
  /** Tag keys that its rollup by tags leaves out. */
  leftOutTagKeys: string[];
}

export interface ActiveLoad {
  loadId: number;
  partition: string;
  sourceVersion?: string;
  lines: number;
}

/**
 * The status of all loads, stored in the transactional database. Only it knows which loads are
 * active; the cost store holds rows of active, superseded and unfinished loads side by side.
 */
export interface LoadStore {
  /** Whether every load of the last run over exactly these files is still active. */
  isCurrent(integrationToken: string, fingerprint: string): Promise<boolean>;
  /** The active loads of these partitions of an integration. */
  activeLoads(integrationToken: string, partitions: readonly string[]): Promise<ActiveLoad[]>;
  /** The active loads of a report in a month, given the prefix of its partitions and the first day. */
  activeLoadsOfMonth(
    integrationToken: string,
    partitionPrefix: string,
    month: string,
  ): Promise<ActiveLoad[]>;
  /**
   * Creates loads with the status running and returns their ids. Throws if another run holds one of
   * the partitions, or if another integration already delivers the same costs.
   * Must be durable when it returns: these ids are how the rows of a dead run are found.
   */
  begin(loads: readonly PlannedLoad[]): Promise<number[]>;
  /**
   * Makes the loads of a run active and the ones they replace superseded, all in one transaction.
   * Throws if another run has activated a load of the same partition in the meantime. The exchange
   * rates of the bill are added for days without a rate.
   */
  activate(
    loads: readonly FinishedLoad[],
    supersedes: readonly number[],
    exchangeRates: readonly StatedRate[],
  ): Promise<void>;
  /** Marks the running loads of a run as failed. */
  markFailed(loadIds: readonly number[], reason: string): Promise<void>;
  /** Loads whose rows are no longer needed: failed, or left running by a process that has died. */
  abandonedLoads(): Promise<number[]>;
  /** Loads superseded before this time. */
  supersededBefore(time: Date): Promise<number[]>;
  /** Records that the rows of these loads were deleted. */
  markDropped(loadIds: readonly number[]): Promise<void>;
}
