import { readStored, writeStored } from '../../lib/stored.js';

/** How much of a row a widget takes. The API has no place for it, so each browser keeps its own. */
export const widths = [
  { value: 'third', label: 'A third', columns: 4 },
  { value: 'half', label: 'Half', columns: 6 },
  { value: 'full', label: 'Whole', columns: 12 },
] as const;

export type Width = (typeof widths)[number]['value'];

const keyOf = (dashboard: string) => `dashboard ${dashboard}`;

/** The widths of a dashboard's widgets in their order. */
export function readWidths(dashboard: string, count: number): Width[] {
  const kept = (readStored(keyOf(dashboard)) ?? []) as Width[];
  return Array.from({ length: count }, (_, index) => kept[index] ?? 'half');
}

export const keepWidths = (dashboard: string, chosen: readonly Width[]): void =>
  writeStored(keyOf(dashboard), chosen);

export const columnsOf = (width: Width): number =>
  widths.find(({ value }) => value === width)!.columns;
