import type { Answer } from '../../api/types.js';
import { countOf } from '../../lib/text.js';

type Run = Answer<'/console/imports/queue'>['import_runs'][number];

/** `bill.csv and 2 other files` */
export function filesText({ file_names: [first = '', ...others] }: Pick<Run, 'file_names'>) {
  return others.length === 0 ? first : `${first} and ${countOf(others.length, 'other file')}`;
}

/** `After 2 other imports`, `Importing, 45%` */
export function positionText({
  imports_ahead: ahead,
  bytes_done: done,
  bytes_total: total,
}: Pick<Run, 'imports_ahead' | 'bytes_done' | 'bytes_total'>) {
  if (ahead !== null) return `After ${countOf(ahead, 'other import')}`;
  return total > 0 ? `Importing, ${Math.floor((100 * done) / total)}%` : 'Importing';
}

/** `About 3 minutes` */
export function timeLeftText({ seconds_left: seconds }: Pick<Run, 'seconds_left'>) {
  if (seconds === null) return 'Not known yet';
  return seconds < 60
    ? 'Less than a minute'
    : `About ${countOf(Math.ceil(seconds / 60), 'minute')}`;
}
