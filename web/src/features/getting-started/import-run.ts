/** An import that was handed over, as the API tells of it. */
export interface ImportRun {
  run_id: number;
  file_names: string[];
  status: 'running' | 'committed' | 'skipped' | 'failed';
  rows_done: number;
  bytes_done: number;
  bytes_total: number;
  errors: string[];
  loads: Load[];
  rejected_rows: RejectedRow[];
}

export interface Load {
  load_id: number;
  partition: string;
  rows_read: number;
  rows_rejected: number;
  rows_repeated: number;
  lines: number;
  totals: { currency: string; billed: string; effective: string }[];
  months: { month: string; currency: string; rows: number; billed: string }[];
  first_date: string | null;
  last_date: string | null;
  warnings: { code: string; count: number; example: string }[];
}

export interface RejectedRow {
  source_file: string;
  source_row: number;
  column: string;
  reason: string;
  sample: string;
}
