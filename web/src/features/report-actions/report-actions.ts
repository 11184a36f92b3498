/** A saved report of any kind. */
export interface NamedReport {
  token: string;
  title: string;
}

/** Forms that begin with the report in their address. They are about costs, so only cost reports have them. */
export const costForms = [
  { label: 'Cost alert', to: '/cost-alerts/new' },
  { label: 'Anomaly notification', to: '/anomaly-notifications/new' },
  { label: 'Budget', to: '/budgets/new' },
  { label: 'Schedule', to: '/report-notifications/new' },
] as const;
