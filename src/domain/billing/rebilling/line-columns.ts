import { lineDefaults } from '../../intake/ingest/index.js';

/** All columns of a stored line. */
export const lineColumns: readonly string[] = [
  'load_id',
  'integration_token',
  'source_format',
  'source_file',
  'source_row',
  'part',
  'line_kind',
  'usage_date',
  'granularity',
  'tag_set_id',
  'tags',
  ...Object.keys(lineDefaults),
];
