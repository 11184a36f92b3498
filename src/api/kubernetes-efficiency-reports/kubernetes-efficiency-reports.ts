import { z } from 'zod';
import {
  groupingNames,
  groupingsOrDefault,
  dateColumns,
  efficiencyBuckets,
  efficiencyMeasures,
  kubernetesEfficiencyReports,
} from '../../domain/optimise/kubernetes/index.js';
import { checkFilter } from '../../domain/costs/vql/index.js';
import { choice, date, filter, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { dateIntervals } from '../../platform/lib/date-intervals.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title(),
  filter: filter().optional(),
  date_interval: choice(dateIntervals).optional(),
  start_date: date().optional(),
  end_date: date().optional(),
  aggregated_by: choice(efficiencyMeasures).optional(),
  date_bucket: choice(efficiencyBuckets).optional(),
  groupings: groupingNames().optional(),
};

export const kubernetesEfficiencyReportResource = resource(kubernetesEfficiencyReports, {
  one: 'kubernetes_efficiency_report',
  many: 'kubernetes_efficiency_reports',
  tag: 'KubernetesEfficiencyReports',
  create: z.object({ ...fields, workspace_token: token() }),
  update: z.object(fields).partial(),
  search: 'title',
  errors: { create: [400, 422], update: [400, 404, 422] },
  columns: (body, ctx, current) => {
    checkFilter('kubernetes_efficiency_report', body.filter ?? null);
    return {
      ...pick(body, ['title', 'filter', 'aggregated_by', 'date_bucket']),
      ...(body.groupings && { groupings: groupingsOrDefault(body.groupings).join(',') }),
      ...dateColumns(body, current),
      ...(!current && { user_token: ctx.actor.kind === 'user' ? ctx.actor.token || null : null }),
    };
  },
});
