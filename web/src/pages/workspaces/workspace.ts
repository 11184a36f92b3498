export interface Workspace {
  token: string;
  name: string;
  created_at: string;
  enable_currency_conversion: boolean;
  currency: string;
  exchange_rate_date: string;
}

export const workspacesPath = '/v2/workspaces';

/** Which day's rate a cost is converted with. */
export const rateDates = [
  { value: 'daily_rate', label: 'The rate of the day of the cost' },
  { value: 'end_of_billing_period_rate', label: 'The rate at the end of the month of the cost' },
];
