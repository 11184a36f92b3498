import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { onVisibleReport } from '../../reports/cost-reports/index.js';
import { linkedRecipients, namedChannelsModel, recipientsModel } from '../delivery/index.js';

/** How often a notification is sent. */
export const frequencies = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** How a notification shows changes. */
export const changeForms = ['percentage', 'dollars'] as const;
export type ChangeForm = (typeof changeForms)[number];

const ReportNotification = z
  .object({
    token: z.string(),
    title: z.string(),
    cost_report_token: z.string(),
    ...recipientsModel,
    ...namedChannelsModel,
    frequency: z.enum(frequencies),
    change: z.enum(changeForms).describe('Whether changes are shown in percent or as amounts.'),
  })
  .meta({ id: 'ReportNotification' });

/** A scheduled message about a cost report; visible to those who see the report. */
export const reportNotifications = entity({
  table: 'report_notifications',
  prefix: 'rprt_ntfctn',
  kind: 'Report Notification',
  title: 'title',
  page: '/report-notifications/{token}',
  access: { within: 'workspace', visible: onVisibleReport },
  model: ReportNotification,
  computed: linkedRecipients('report_notification'),
});
