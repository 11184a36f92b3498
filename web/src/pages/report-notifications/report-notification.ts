import type { Schemas } from '../../api/types.js';
import type { RuleKind } from '../../features/notification-rules/rule-kind.js';
import type { Frequency } from '../../features/schedules/frequency.js';

type ReportNotification = Schemas['ReportNotification'];
export type ChangeForm = ReportNotification['change'];

export const reportNotificationPath = '/v2/report_notifications/{report_notification_token}';

export const reportNotificationKind: RuleKind<'/v2/report_notifications'> = {
  name: 'report notification',
  path: '/v2/report_notifications',
  page: '/report-notifications',
};

/** What a notification reports, and what it compares that with. */
export const periods: Record<Frequency, string> = {
  daily: 'The costs of the previous day, compared with the day before it.',
  weekly: 'The costs of the week from Monday to Sunday, compared with the week before it.',
  monthly: 'The costs of the previous calendar month, compared with the month before it.',
};

export const changeForms: { value: ChangeForm; label: string }[] = [
  { value: 'percentage', label: 'In percent' },
  { value: 'dollars', label: 'In money' },
];

/** `In percent` */
export const changeName = (change: ChangeForm): string =>
  changeForms.find(({ value }) => value === change)!.label;
