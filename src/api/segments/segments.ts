import { z } from 'zod';
import {
  SegmentReportSettings,
  segments,
  lockSegmentTrees,
  requireMovable,
  requireParent,
  createSegmentReport,
  syncSegmentReports,
} from '../../domain/reports/segments/index.js';
import { checkFilter } from '../../domain/costs/vql/index.js';
import { clearableToken, filter, text, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { DomainFailure } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title(),
  description: text().optional(),
  priority: z.int().min(0).max(2_147_483_647).optional(),
  track_unallocated: z.boolean().optional(),
  report_settings: SegmentReportSettings.optional(),
  filter: filter().optional(),
  parent_segment_token: clearableToken().optional(),
};

export const segmentResource = resource(segments, {
  one: 'segment',
  many: 'segments',
  tag: 'Segments',
  create: z.object({ ...fields, workspace_token: token().optional() }),
  update: z.object(fields).partial(),
  search: 'title',
  errors: { create: [400, 422] },
  workspaceOf: async ({ parent_segment_token: parent }, ctx) =>
    parent ? (await requireParent(ctx, parent)).workspace_token : undefined,
  columns: async (body, ctx, current, workspace) => {
    checkFilter('segment', body.filter ?? null);
    await lockSegmentTrees(ctx, workspace!);
    if (current && body.parent_segment_token) {
      await requireMovable(ctx, current, body.parent_segment_token);
    }
    const { parent_segment_token: parent = current?.parent_segment_token ?? null } = body;
    if (parent && body.report_settings) {
      throw new DomainFailure(['report_settings can only be set on a top-level segment']);
    }
    const settings = { ...current?.report_settings, ...body.report_settings };
    return {
      ...pick(body, ['title', 'description', 'priority', 'track_unallocated', 'filter']),
      parent_segment_token: parent,
      report_settings: JSON.stringify(parent ? {} : settings),
    };
  },
  afterSave: async (row, _body, ctx, isNew) => {
    if (isNew) await createSegmentReport(ctx, row);
    await syncSegmentReports(ctx.db, row.token);
    return isNew;
  },
});
