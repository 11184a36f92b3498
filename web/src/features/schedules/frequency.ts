import type { Schemas } from '../../api/types.js';

export type Frequency = Schemas['ReportNotification']['frequency'];

export const frequencies: { value: Frequency; label: string }[] = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
  { value: 'monthly', label: 'On the 2nd of each month' },
];

/** `Every Monday` */
export const frequencyName = (frequency: Frequency): string =>
  frequencies.find(({ value }) => value === frequency)!.label;
