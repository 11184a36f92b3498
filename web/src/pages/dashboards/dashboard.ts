import { intervalLabels } from '../../features/costs/intervals.js';
import type { Dashboard, ItemKind } from '../../features/dashboards/layout.js';

export type DateInterval = NonNullable<Dashboard['date_interval']>;
export type Granularity = NonNullable<Dashboard['date_bin']>;

/** What a dashboard can show, in the order of the dialog that adds it. */
export const kindTexts: { kind: ItemKind; label: string; help: string }[] = [
  { kind: 'chart', label: 'Chart', help: 'A report as a chart; cost reports as in the explorer.' },
  { kind: 'kpi', label: 'Figure', help: 'The total of a cost report and its change.' },
  { kind: 'table', label: 'Table', help: 'The largest groups of a report.' },
  { kind: 'segments', label: 'Segments', help: 'How a segment divides into its child segments.' },
  { kind: 'unit_cost', label: 'Unit costs', help: 'Costs per unit of the report’s metrics.' },
  { kind: 'changes', label: 'Changes', help: 'What made the costs of a report rise or fall.' },
  { kind: 'budgets', label: 'Budgets', help: 'How much of each budget is spent this month.' },
  { kind: 'anomalies', label: 'Anomalies', help: 'Open anomalies, the largest impact first.' },
  { kind: 'savings', label: 'Savings', help: 'What open recommendations save, by category.' },
  { kind: 'commitments', label: 'Commitments', help: 'Those that expire next, and their use.' },
  { kind: 'text', label: 'Text', help: 'Notes, headings and links.' },
];

export const kindLabel = (kind: ItemKind): string =>
  kindTexts.find((each) => each.kind === kind)!.label;

/** Options of a select of date ranges. */
export const intervals = Object.entries(intervalLabels).map(([value, label]) => ({
  value: value as keyof typeof intervalLabels,
  label,
}));

/** Options of a select of granularities. */
export const granularities: { value: Granularity; label: string }[] = [
  { value: 'cumulative', label: 'Cumulative' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];
