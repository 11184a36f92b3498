import type { ReactNode } from 'react';
import type { ListPath } from '../../api/types.js';
import type { useForm } from '../../parts/use-form.js';

/** A saved report of any kind, as the API returns it. */
export interface SavedReport {
  token: string;
  title: string;
  filter: string | null;
  date_interval: string | null;
  start_date: string | null;
  end_date: string | null;
  groupings: string | null;
  created_at: string;
}

/** What the form of a saved report edits. Fields of a kind are texts. */
export type ReportValues = Record<string, unknown> &
  Record<'title' | 'filter' | 'date_interval' | 'start_date' | 'end_date', string> & {
    groupings: string[];
  };

export type ReportForm = ReturnType<typeof useForm<ReportValues>>;

/** A kind of saved report: what differs from the others on its list and its form. */
export interface ReportKind {
  /** Within a sentence: `commitment report`. */
  name: string;
  path: Extract<ListPath, `/v2/${string}_reports`>;
  /** The key of its rows in the response of the list. */
  rows: string;
  /** Address of the list; those of reports follow from it. */
  page: string;
  /** What a report is, below the title of the list. */
  text: string;
  /** What to do where there is none. */
  emptyText: string;
  /** What a report without a filter is about: `All clusters`. */
  all: string;
  filterHelp: ReactNode;
  intervals: readonly string[];
  /** The values of a new report. */
  initial: ReportValues;
  groupingLabel: (name: string) => string;
  /** The page that shows what a report found, if it is not the page of the report. */
  view?: { header: string; to: string; label: (title: string) => string };
  /** Where the form leads back to; the list unless given. */
  backTo?: (token: string) => { label: string; to: string };
  /** Lists of the API that change with a report. */
  refreshes?: readonly string[];
  /** Fields of the kind that are not sent while they are empty. */
  optional?: readonly string[];
  fields: (form: ReportForm, isReadOnly: boolean) => ReactNode;
}

/** The groupings of a report, whose API joins them. */
export const groupingsOf = ({ groupings: joined }: Pick<SavedReport, 'groupings'>): string[] =>
  (joined ?? '').split(',').filter(Boolean);
