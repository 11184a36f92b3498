import type { Schemas } from '../../api/types.js';

export type ReportNotification = Schemas['ReportNotification'];
export type Frequency = ReportNotification['frequency'];
export type ChangeForm = ReportNotification['change'];

export const reportNotificationsPath = '/v2/report_notifications';
export const reportNotificationPath = '/v2/report_notifications/{report_notification_token}';

export const frequencies: { value: Frequency; label: string }[] = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
  { value: 'monthly', label: 'On the 2nd of each month' },
];

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

/** `Every Monday` */
export const frequencyName = (frequency: Frequency): string =>
  frequencies.find(({ value }) => value === frequency)!.label;

/** `In percent` */
export const changeName = (change: ChangeForm): string =>
  changeForms.find(({ value }) => value === change)!.label;
