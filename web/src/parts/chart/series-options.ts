import { approximate } from '../../lib/decimal.js';
import { isMissing, otherColour } from '../../lib/palette.js';
import type { Series } from '../../lib/series.js';
import { type ChartData, isIncomplete, isPart } from './chart-data.js';

const hatching = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [3, 3], rotation: Math.PI / 4 };
const decal = { ...hatching, color: 'rgba(255, 255, 255, 0.55)' };
/** Parts of a month are hatched the other way. */
const partDecal = { ...decal, rotation: -Math.PI / 4 };
const roundedTop = [3, 3, 0, 0];

/** The series of a chart; lines have no points after the last complete bin, where they would seem to drop. */
export function seriesOptions(data: ChartData): object[] {
  return data.kind === 'bar' ? data.series.map(barsOf(data)) : data.series.map(lineOf(data));
}

function barsOf(data: ChartData) {
  const tops = topsOf(data);
  return ({ name, amounts }: Series, at: number) => ({
    name,
    type: 'bar',
    stack: 'all',
    z: 2,
    barCategoryGap: data.previous ? '34%' : '24%',
    barMaxWidth: 64,
    itemStyle: {
      color: data.colours.get(name) ?? otherColour,
      ...(isMissing(name) ? { decal } : {}),
    },
    emphasis: { focus: 'series' },
    blur: { itemStyle: { opacity: 0.25 } },
    data: amounts.map((amount, index) => {
      const start = data.bins[index] ?? '';
      const isOpen = isIncomplete(data, start);
      return {
        value: approximate(amount),
        itemStyle: {
          ...(tops[index] === at && { borderRadius: roundedTop }),
          ...(isPart(data, start) && { decal: partDecal }),
          ...(isOpen && { decal, opacity: 0.7 }),
        },
      };
    }),
  });
}

/** The index of the uppermost series of each bin, whose corners are rounded. */
const topsOf = ({ bins, series }: ChartData): number[] =>
  bins.map((_, bin) => series.findLastIndex(({ amounts }) => approximate(amounts[bin] ?? '0') > 0));

/** Of a line, a part of a month is a point that is not filled. */
const hollowPoint = { symbol: 'emptyCircle', symbolSize: 8 };

function lineOf(data: ChartData) {
  const isAlone = data.bins.length === 1;
  const hasParts = data.bins.some((start) => isPart(data, start));
  return ({ name, amounts }: Series) => {
    const color = data.colours.get(name) ?? otherColour;
    return {
      name,
      type: 'line',
      ...(data.kind === 'area' ? { stack: 'all', areaStyle: { opacity: 0.28 } } : {}),
      showSymbol: isAlone || hasParts,
      symbol: hasParts ? 'none' : 'circle',
      itemStyle: { color },
      lineStyle: { width: 2, color },
      emphasis: { focus: 'series', lineStyle: { width: 2 } },
      blur: { lineStyle: { opacity: 0.2 }, areaStyle: { opacity: 0.08 } },
      data: amounts.map((amount, index) => {
        const start = data.bins[index] ?? '';
        if (isIncomplete(data, start)) return null;
        const value = approximate(amount);
        return isPart(data, start) ? { value, ...hollowPoint } : value;
      }),
    };
  };
}

export function pieOptions({ series, colours }: ChartData, surface: string) {
  return {
    type: 'pie',
    radius: ['52%', '80%'],
    // The legend beside it has names and values.
    label: { show: false },
    itemStyle: { borderColor: surface, borderWidth: 2, borderRadius: 3 },
    emphasis: { focus: 'self', scaleSize: 4 },
    // A pie cannot show zero or negative totals.
    data: series
      .filter(({ total }) => approximate(total) > 0)
      .map(({ name, total }) => ({
        name,
        value: approximate(total),
        itemStyle: {
          color: colours.get(name) ?? otherColour,
          ...(isMissing(name) ? { decal } : {}),
        },
      })),
  };
}
