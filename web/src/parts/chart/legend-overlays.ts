import { formatDay } from '../../lib/dates.js';
import {
  type ChartData,
  hasBegun,
  hasTotalLine,
  isIncomplete,
  isPart,
  overlayNames,
} from './chart-data.js';

export interface LegendOverlay {
  name: string;
  /** Instead of the colour of the swatch. */
  colour?: string | undefined;
  swatch:
    | 'band'
    | 'budget'
    | 'ghost'
    | 'dashed'
    | 'dotted'
    | 'line'
    | 'accent'
    | 'hatched'
    | 'part'
    | 'hollow';
}

/** What a chart shows besides its series, for its legend. */
export function legendOverlays(data: ChartData): LegendOverlay[] {
  const { kind, previous, forecast, secondLines = [] } = data;
  if (kind === 'pie') return [];
  const names = overlayNames(data);
  const found: (LegendOverlay | false)[] = [
    hasTotalLine(data) && { name: names.total, swatch: 'line' },
    previous !== undefined && {
      name: names.previous,
      swatch: kind === 'bar' ? 'ghost' : 'dotted',
    },
    data.expected !== undefined && { name: 'Expected range', swatch: 'band' },
    forecast !== undefined && { name: names.forecast, swatch: 'dashed' },
    ...(data.budgets ?? []).map(({ name }) => ({ name, swatch: 'budget' as const })),
    ...secondLines.map(({ name, colour }) => ({ name, colour, swatch: 'accent' as const })),
    data.bins.some((start) => isPart(data, start)) && {
      name: `Part of a ${data.bin}`,
      swatch: kind === 'bar' ? 'part' : 'hollow',
    },
    data.bins.some((start, index) => hasBegun(data, index) && isIncomplete(data, start)) && {
      name:
        kind === 'bar'
          ? 'Incomplete'
          : `Incomplete after ${formatDay(data.completeThrough!)}, not drawn`,
      swatch: 'hatched',
    },
  ];
  return found.filter((overlay) => overlay !== false);
}
