import type { Body, Schemas } from '../../api/types.js';

export const workspacesPath = '/v2/workspaces';

export type Workspace = Schemas['Workspace'];
export type RateDate = NonNullable<Body<typeof workspacesPath, 'post'>['exchange_rate_date']>;

/** The day whose exchange rate a cost is converted with. */
export const rateDates: { value: RateDate; label: string }[] = [
  { value: 'daily_rate', label: 'Rate of the day of the cost' },
  { value: 'end_of_billing_period_rate', label: 'Rate at the end of the billing month' },
];
