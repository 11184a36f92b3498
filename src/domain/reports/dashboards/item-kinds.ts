import type { Size } from './grid.js';

interface ItemKind {
  /** Size of an item that nobody has placed yet. */
  size: Size;
  /** The display type of the widget that the item is; undefined for kinds that widgets do not have. */
  display?: 'chart' | 'table';
  showsReport: boolean;
  /** Whether the report has to be a cost report. */
  showsCosts?: boolean;
  /** Whether it is a text; items without a report and a text show figures of the workspace. */
  hasText?: boolean;
  /** How files show the costs of its report; undefined for what only the console shows. */
  inFiles?: 'chart' | 'table' | 'total';
}

/** What a dashboard can show. */
export const itemKinds = {
  chart: { size: { width: 6, height: 7 }, display: 'chart', showsReport: true, inFiles: 'chart' },
  table: { size: { width: 6, height: 7 }, display: 'table', showsReport: true, inFiles: 'table' },
  kpi: { size: { width: 3, height: 3 }, showsReport: true, showsCosts: true, inFiles: 'total' },
  segments: {
    size: { width: 6, height: 7 },
    showsReport: true,
    showsCosts: true,
    inFiles: 'table',
  },
  unit_cost: { size: { width: 6, height: 4 }, showsReport: true, showsCosts: true },
  changes: { size: { width: 6, height: 7 }, showsReport: true, showsCosts: true },
  budgets: { size: { width: 6, height: 5 }, showsReport: false },
  anomalies: { size: { width: 6, height: 6 }, showsReport: false },
  savings: { size: { width: 6, height: 6 }, showsReport: false },
  commitments: { size: { width: 6, height: 6 }, showsReport: false },
  text: { size: { width: 6, height: 3 }, showsReport: false, hasText: true },
} as const satisfies Record<string, ItemKind>;

export type ItemKindName = keyof typeof itemKinds;

export const kindOf = (name: ItemKindName): ItemKind => itemKinds[name];

/** How files show an item; undefined for what is in none: only texts and the costs of cost reports are. */
export const inFiles = ({
  kind,
  widgetable_token: report,
}: {
  kind: ItemKindName;
  widgetable_token: string | null;
}): 'text' | ItemKind['inFiles'] => {
  if (kind === 'text') return 'text';
  return report?.startsWith('rprt_') ? kindOf(kind).inFiles : undefined;
};
