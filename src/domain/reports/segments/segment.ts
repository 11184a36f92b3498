import { sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { defaultChargeSettings } from '../../costs/query/index.js';

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
      .describe('Top-level segments only: the report also includes unallocated costs.'),
    report_settings: SegmentReportSettings.optional().describe(
      'Top-level segments only; apply to all segments of the tree.',
    ),
    priority: z
      .int()
      .describe(
        'If several segments match a cost, it is allocated to the one with the lowest priority value.',
      ),
    filter: z
      .string()
      .nullable()
      .describe('VQL filter; null if the segment only contains the costs of its child segments.'),
    created_at: z.string(),
    workspace_token: z.string(),
    report_token: z.string().nullable().describe('Cost report of the segment.'),
  })
  .meta({ id: 'Segment' });

export const segments = entity({
  table: 'segments',
  prefix: 'fltr_sgmt',
  kind: 'Segment',
  title: 'title',
  page: '/segments/{token}',
  canBeFavourite: true,
  access: { within: 'workspace', grants: true },
  model: Segment,
  computed: {
    report_token: {
      sql: sql`(select token from cost_reports where segment_token = segments.token)`,
      initial: null,
    },
  },
  derive: async () => (row) => ({ report_settings: reportSettingsOf(row) }),
});

/** Only top-level segments have report settings of their own. */
function reportSettingsOf(row: Row<'segments'>) {
  return row.parent_segment_token === null
    ? { ...defaultChargeSettings, ...row.report_settings }
    : undefined;
}
