import { sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../platform/kernel/entity.js';
import type { Row } from '../../platform/kernel/rows.js';
import { defaultChargeSettings } from '../costs/cost-settings.js';

const flag = () => z.boolean().optional();
export const SegmentReportSettings = z.object({
  include_credits: flag(),
  include_refunds: flag(),
  include_discounts: flag(),
  include_tax: flag(),
  amortize: flag(),
});

const Segment = z
  .object({
    token: z.string(),
    title: z.string(),
    parent_segment_token: z.string().nullable(),
    description: z.string(),
    track_unallocated: z
      .boolean()
      .describe('Of a top-level segment: its report also shows what no segment takes.'),
    report_settings: SegmentReportSettings.optional().describe(
      'Of a top-level segment, for its tree.',
    ),
    priority: z.int().describe('Of two segments that match a cost, the lower one takes it.'),
    filter: z.string().nullable().describe('Cost filter; without one, only segments below count.'),
    created_at: z.string(),
    workspace_token: z.string(),
    report_token: z.string().nullable().describe('The cost report of the segment.'),
  })
  .meta({ id: 'Segment' });

export const segments = entity({
  table: 'segments',
  prefix: 'fltr_sgmt',
  kind: 'Segment',
  titleOf: (row) => row.title,
  access: { within: 'workspace', grants: true },
  model: Segment,
  computed: {
    report_token: {
      sql: sql`(select token from cost_reports where segment_token = segments.token)`,
      initial: null,
    },
  },
  derive: async () => (row) => ({ report_settings: settingsOf(row) }),
});

/** Segments below others follow the top-level one. */
function settingsOf(row: Row<'segments'>) {
  return row.parent_segment_token === null
    ? { ...defaultChargeSettings, ...row.report_settings }
    : undefined;
}
