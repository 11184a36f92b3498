import {
  efficiencyBuckets,
  efficiencyMeasures,
  groupingNames,
  groupingsOrDefault,
  kubernetesEfficiencyReports,
} from '../../domain/optimise/kubernetes/index.js';
import { creatorOf, reportResource } from '../../domain/costs/saved-reports/index.js';
import { choice } from '../../platform/kernel/fields.js';
import { dateIntervals } from '../../platform/lib/date-intervals.js';
import { pick } from '../../platform/lib/pick.js';

export const kubernetesEfficiencyReportResource = reportResource(kubernetesEfficiencyReports, {
  one: 'kubernetes_efficiency_report',
  many: 'kubernetes_efficiency_reports',
  tag: 'KubernetesEfficiencyReports',
  filterKind: 'kubernetes_efficiency_report',
  intervals: dateIntervals,
  fields: {
    aggregated_by: choice(efficiencyMeasures).optional(),
    date_bucket: choice(efficiencyBuckets).optional(),
    groupings: groupingNames().optional(),
  },
  columns: (body, ctx, current) => ({
    ...pick(body, ['aggregated_by', 'date_bucket']),
    ...(body.groupings && { groupings: groupingsOrDefault(body.groupings).join(',') }),
    ...(!current && { user_token: creatorOf(ctx) }),
  }),
});
