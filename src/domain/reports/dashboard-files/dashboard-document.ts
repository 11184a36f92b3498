import type { DateRange } from '../../../platform/lib/date-intervals.js';

/** Amounts of the days that are compared. */
export interface ComparedAmounts {
  current: string;
  previous: string;
}

interface CostGroup {
  name: string;
  amount: string;
  compared?: ComparedAmounts;
}

/** What a cost report costs, as a widget shows it. */
export interface CostFigures {
  range: DateRange;
  currency: string;
  /** Last day whose costs are complete. */
  completeThrough: string | null;
  total: string;
  /** The ranges of the comparison; without amounts where costs of some of their days are missing. */
  comparison?: { current: DateRange; previous: DateRange; amounts?: ComparedAmounts };
  /** The total of each bin, and whether all of its days are complete. */
  bins: { label: string; amount: string; isComplete: boolean }[];
  groups: CostGroup[];
  other: CostGroup & { count: number };
  /** Currencies whose costs are in no amount, because an exchange rate is missing. */
  unconverted: string[];
}

/** What a widget of a dashboard says in a file. */
export type DocumentWidget =
  | { shows: 'text'; title: string; text: string }
  | { shows: 'chart' | 'table' | 'total'; title: string; report: string; figures: CostFigures }
  /** What only the console shows, and reports that are gone or hidden. */
  | { shows: 'nothing'; title: string; reason: 'console-only' | 'no-access' };

/** A dashboard as it was at a moment. */
export interface DashboardDocument {
  title: string;
  workspace: string;
  /** The day it was read. */
  day: string;
  /** Its dates; undefined where each report has its own. */
  range?: DateRange;
  /** Titles of the saved filters that narrow the reports. */
  filters: string[];
  widgets: DocumentWidget[];
}
