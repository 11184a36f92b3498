import { readStored, writeStored } from '../../lib/stored.js';

/** How much of a row a widget takes. The API has no field for it, so it is stored in the browser. */
export const widths = [
  { value: 'third', label: 'Third', columns: 4 },
  { value: 'half', label: 'Half', columns: 6 },
  { value: 'full', label: 'Full', columns: 12 },
] as const;

export type Width = (typeof widths)[number]['value'];

const keyOf = (dashboard: string) => `dashboard ${dashboard}`;

/** The widths of a dashboard's widgets in their order. */
export function readWidths(dashboard: string, count: number): Width[] {
  const stored = (readStored(keyOf(dashboard)) ?? []) as Width[];
  return Array.from({ length: count }, (_, index) => stored[index] ?? 'half');
}

/** Stores the widths of a dashboard's widgets in their order. */
export const storeWidths = (dashboard: string, chosen: readonly Width[]): void =>
  writeStored(keyOf(dashboard), chosen);

export const columnsOf = (width: Width): number =>
  widths.find(({ value }) => value === width)!.columns;
