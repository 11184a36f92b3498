/** What one currency of a load adds up to, as exact decimal text. */
export interface CurrencyTotal {
  currency: string;
  billed: string;
  effective: string;
}

/** What the source bills for one month in one currency, counted before anything was stored. */
export interface MonthTotal {
  /** `YYYY-MM` */
  month: string;
  currency: string;
  rows: number;
  billed: string;
}

/** A load about to be written: one version of one partition of the source. */
export interface PlannedLoad {
  integrationToken: string;
  /** What the load replaces the last version of, unique within the integration. */
  partition: string;
  /** What its partition's name starts with: format and report. */
  family: string;
  format: string;
  /** Keys of those who are billed: `aws 2024-01 123456789012`. */
  payers: readonly string[];
  /** Hash over the files of the run. */
  fingerprint: string;
  /** Orders versions of a partition where the source tells one: an ISO time. */
  sourceVersion?: string;
}

/** A warning of an import: what, how often, and one example. */
export interface ImportWarning {
  code: string;
  count: number;
  example: string;
}

/** The books of a load, closed: source and store agree. */
export interface FinishedLoad {
  loadId: number;
  rowsRead: number;
  rowsRejected: number;
  rowsRepeated: number;
  lines: number;
  totals: CurrencyTotal[];
  months: MonthTotal[];
  /** First and last usage date, `YYYY-MM-DD`. */
  firstDate: string;
  lastDate: string;
  estimated: boolean;
  warnings: ImportWarning[];
}

export interface ActiveLoad {
  loadId: number;
  partition: string;
  sourceVersion?: string;
}

/**
 * The record of loads, kept where transactions are. Whether a load counts is known here alone; the
 * cost store holds rows of active, superseded and unfinished loads side by side.
 */
export interface LoadBook {
  /** Whether every load of the last run over exactly these files is still active. */
  isCurrent(integrationToken: string, fingerprint: string): Promise<boolean>;
  /** The active loads of these partitions of an integration. */
  activeLoads(integrationToken: string, partitions: readonly string[]): Promise<ActiveLoad[]>;
  /**
   * Enters loads as running and numbers them. Refuses while another run holds one of the partitions,
   * and what another integration delivers already.
   * Must be durable when it returns: sweeping finds what a dead run left by these numbers.
   */
  begin(loads: readonly PlannedLoad[]): Promise<number[]>;
  /**
   * Makes the loads of a run active and the ones they replace superseded, all in one transaction.
   * Refuses when another run has put something else in their place meanwhile.
   */
  activate(loads: readonly FinishedLoad[], supersedes: readonly number[]): Promise<void>;
  /** Marks the running loads of a run failed. */
  fail(loadIds: readonly number[], reason: string): Promise<void>;
  /** Loads whose rows nobody will ask for again: failed, or running in a process that is gone. */
  abandoned(): Promise<number[]>;
  /** Loads superseded before this moment. */
  supersededBefore(moment: Date): Promise<number[]>;
  /** Takes note that the rows of these loads are gone. */
  dropped(loadIds: readonly number[]): Promise<void>;
}
