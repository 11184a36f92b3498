import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { onVisibleReport } from '../../reports/cost-reports/index.js';
import { linkedRecipients, namedChannelsModel, recipientsModel } from '../delivery/index.js';

const AnomalyNotification = z
  .object({
    token: z.string(),
    cost_report_token: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    threshold: z.int().describe('Least rise that is reported, in the currency of the workspace.'),
    ...recipientsModel,
    ...namedChannelsModel,
  })
  .meta({ id: 'AnomalyNotification' });

export const anomalyNotifications = entity({
  table: 'anomaly_notifications',
  prefix: 'rprt_alrt',
  kind: 'Anomaly Notification',
  title: (row) => `Anomalies from ${row.threshold}`,
  page: '/anomaly-notifications/{token}',
  access: { within: 'workspace', visible: onVisibleReport },
  model: AnomalyNotification,
  computed: linkedRecipients('anomaly_notification'),
});
