import { sql } from 'kysely';
import { z } from 'zod';
import { defaultChargeSettings } from '../../domain/costs/cost-settings.js';
import { readSegmentTree } from '../../domain/costs/read-segment-tree.js';
import type { Context } from '../../platform/kernel/context.js';
import { DomainFailure, UnknownReference, badRequest } from '../../platform/lib/errors.js';
import { clearableToken, filter, text, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { type Row, Rows } from '../../platform/kernel/rows.js';
import { newToken } from '../../platform/lib/tokens.js';
import { pick } from '../../platform/lib/pick.js';
import { checkFilter } from '../../domain/vql/index.js';
import { updateReports } from './update-reports.js';

const flag = () => z.boolean().optional();
const ReportSettings = z.object({
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
    report_settings: ReportSettings.optional().describe('Of a top-level segment, for its tree.'),
    priority: z.int().describe('Of two segments that match a cost, the lower one takes it.'),
    filter: z.string().nullable().describe('Cost filter; without one, only segments below count.'),
    created_at: z.string(),
    workspace_token: z.string(),
    report_token: z.string().nullable().describe('The cost report of the segment.'),
  })
  .meta({ id: 'Segment' });

const fields = {
  title: title(),
  description: text().optional(),
  priority: z.int().min(0).max(2_147_483_647).optional(),
  track_unallocated: z.boolean().optional(),
  report_settings: ReportSettings.optional(),
  filter: filter().optional(),
  parent_segment_token: clearableToken().optional(),
};

const access = { within: 'workspace', grants: true } as const;
const segmentRows = new Rows('segments', 'Segment', access);

export const segments = resource({
  table: 'segments',
  one: 'segment',
  many: 'segments',
  tag: 'Segments',
  prefix: 'fltr_sgmt',
  kind: 'Segment',
  titleOf: (row) => row.title,
  access,
  model: Segment,
  create: z.object({ ...fields, workspace_token: token().optional() }),
  update: z.object(fields).partial(),
  search: 'title',
  errors: { create: [400, 422] },
  workspaceOf: async ({ parent_segment_token: parent }, ctx) =>
    parent ? (await demandParent(ctx, parent)).workspace_token : undefined,
  columns: async (body, ctx, current, workspace) => {
    checkFilter('segment', body.filter ?? null);
    await lockTrees(ctx, workspace!);
    if (current && body.parent_segment_token) {
      await checkMove(ctx, current, body.parent_segment_token);
    }
    const { parent_segment_token: parent = current?.parent_segment_token ?? null } = body;
    if (parent && body.report_settings) {
      throw new DomainFailure(['report_settings can be set on a top-level segment alone']);
    }
    const settings = { ...current?.report_settings, ...body.report_settings };
    return {
      ...pick(body, ['title', 'description', 'priority', 'track_unallocated', 'filter']),
      parent_segment_token: parent,
      report_settings: JSON.stringify(parent ? {} : settings),
    };
  },
  saved: async (row, _body, ctx, isNew) => {
    if (isNew) await insertReport(ctx, row);
    await updateReports(ctx.db, row.token);
    return isNew;
  },
  computed: {
    report_token: {
      sql: sql`(select token from cost_reports where segment_token = segments.token)`,
      ofNew: null,
    },
  },
  derive: async (rows) => {
    const byToken = new Map(rows.map((row) => [row.token, row]));
    return ({ token: of }) => ({ report_settings: settingsOf(byToken.get(of as string)!) });
  },
});

/** Segments below others follow the top-level one. */
function settingsOf(row: Row<'segments'>) {
  return row.parent_segment_token === null
    ? { ...defaultChargeSettings, ...row.report_settings }
    : undefined;
}

async function demandParent(ctx: Context, parent: string): Promise<Row<'segments'>> {
  const found = await segmentRows.find(ctx, parent);
  if (!found) throw new UnknownReference('Segment', 'parent_segment_token', parent);
  return found;
}

/** Trees change one at a time: two moves at once could close a circle that neither sees. */
async function lockTrees(ctx: Context, workspace: string): Promise<void> {
  await ctx.db
    .selectFrom('workspaces')
    .select('token')
    .where('token', '=', workspace)
    .forNoKeyUpdate()
    .execute();
}

async function checkMove(ctx: Context, current: Row<'segments'>, parent: string): Promise<void> {
  const { workspace_token } = await demandParent(ctx, parent);
  if (workspace_token !== current.workspace_token) {
    throw badRequest('parent_segment_token must name a segment of the same workspace');
  }
  const parentOf = new Map(
    (await readSegmentTree(ctx.db, parent)).map((node) => [node.token, node.parent_segment_token]),
  );
  for (let at: string | null | undefined = parent; at; at = parentOf.get(at)) {
    if (at === current.token) {
      throw new DomainFailure([
        'parent_segment_token must not name the segment itself or one below it',
      ]);
    }
  }
}

/** The report of a new segment; its title and settings follow the tree from then on. */
async function insertReport(ctx: Context, segment: Row<'segments'>): Promise<void> {
  await ctx.db
    .insertInto('cost_reports')
    .values({
      token: newToken('rprt'),
      account_token: segment.account_token,
      workspace_token: segment.workspace_token,
      segment_token: segment.token,
      title: segment.title,
      groupings: 'segment',
      created_by: ctx.actor.token,
      created_at: segment.created_at,
    })
    .execute();
}
