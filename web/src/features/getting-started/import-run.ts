import type { Answer } from '../../api/types.js';

/** An import that was started from the console. */
export type ImportRun = Answer<'/console/imports/runs/{run_id}'>;
export type Load = ImportRun['loads'][number];
export type RejectedRow = ImportRun['rejected_rows'][number];
