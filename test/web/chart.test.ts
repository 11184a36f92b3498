import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { binInFile, binLabel, binTitle, daysOfBin, wholeBins } from '../../web/src/lib/bin-days.js';
import { binsOf } from '../../web/src/features/costs/bins.js';
import { addDays } from '../../src/platform/lib/days.js';
import { type ChartData, chartName, isIncomplete } from '../../web/src/parts/chart/chart-data.js';
import { placeEntries } from '../../web/src/parts/chart/place-entries.js';
import { legendOverlays } from '../../web/src/parts/chart/legend-overlays.js';
import { expectedSeries, forecastSeries, totalSeries } from '../../web/src/parts/chart/overlays.js';
import { seriesAt } from '../../web/src/parts/chart/series-at.js';
import { seriesOptions } from '../../web/src/parts/chart/series-options.js';
import { tooltipContent } from '../../web/src/parts/chart/tooltip-content.js';
import {
  assignColours,
  coloursOf,
  isMissing,
  otherColour,
  otherName,
  readMemory,
} from '../../web/src/lib/palette.js';

const days = ['2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'];
const series = [
  { name: 'VM', amounts: ['10.0', '20.0', '1.0'], total: '31.0' },
  { name: 'Storage', amounts: ['30.0', '5.0', '0.0'], total: '35.0' },
];
/** Today is 10 March, and costs are complete through the day before. */
const chart: ChartData = {
  kind: 'bar',
  bins: days,
  bin: 'day',
  series,
  colours: coloursOf(['VM', 'Storage']),
  currency: 'USD',
  completeThrough: '2026-03-09',
};

interface Option {
  name: string;
  data: (number | null | { value: number; itemStyle: { decal?: object } })[];
}
/** Intl separates with thin spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');
const inks = { text: '#000', grid: '#111', ghost: '#222', accent: '#333', strongText: '#444' };
const drawn = (data: ChartData) =>
  [...seriesOptions(data), ...totalSeries(data, inks), ...forecastSeries(data, inks)] as Option[];
const option = (data: ChartData, name: string) => drawn(data).find((each) => each.name === name)!;

describe('incomplete days', () => {
  test('are hatched in bars', () => {
    const hatched = option(chart, 'VM').data.map((point) =>
      Boolean((point as { itemStyle: { decal?: object } }).itemStyle.decal),
    );
    expect(hatched).toEqual([false, false, true]);
    expect(legendOverlays(chart)).toEqual([{ name: 'Incomplete', swatch: 'hatched' }]);
  });

  test.each(['line', 'area'] as const)('are no points of a chart of %ss', (kind) => {
    expect(option({ ...chart, kind }, 'VM').data).toEqual([10, 20, null]);
    expect(legendOverlays({ ...chart, kind })[0]!.name).toMatch(/^Incomplete after .+, not drawn$/);
  });

  test('make a longer bin incomplete, if they are asked for', () => {
    const month = { bin: 'month', completeThrough: '2026-03-09', range: undefined };
    expect([isIncomplete(month, '2026-02-01'), isIncomplete(month, '2026-03-01')]).toEqual([
      false,
      true,
    ]);
  });

  test('are named in the tooltip, and a day without costs has no amount of zero', () => {
    const content = (index: number, data = chart) => {
      const { isIncomplete: open, total } = tooltipContent(data, index);
      return [open, total];
    };
    expect(content(1)).toEqual([false, '$25.00']);
    expect(content(2)).toEqual([true, '$1.00']);
    expect(content(3)).toEqual([false, undefined]);
    const empty = {
      ...chart,
      series: [{ name: 'VM', amounts: ['1.0', '2.0', '0.0'], total: '3' }],
    };
    expect(content(2, empty)).toEqual([true, undefined]);
  });
});

describe('months that the range cuts', () => {
  const range = { start: '2026-10-20', end: '2026-12-10' };
  const cut: ChartData = {
    ...chart,
    bin: 'month',
    bins: ['2026-10-01', '2026-11-01', '2026-12-01'],
    range,
    completeThrough: '2026-12-31',
  };

  test('are hatched otherwise than incomplete ones, and named in the legend', () => {
    const decals = (data: ChartData) =>
      option(data, 'VM').data.map(
        (point) => (point as { itemStyle: { decal?: { rotation: number } } }).itemStyle.decal,
      );
    const [first, whole, last] = decals(cut);
    expect([first?.rotation, whole, last]).toEqual([-Math.PI / 4, undefined, first]);
    expect(legendOverlays(cut)).toEqual([{ name: 'Part of a month', swatch: 'part' }]);
    const open = { ...cut, completeThrough: '2026-12-09' };
    expect(decals(open)[2]?.rotation).toBe(Math.PI / 4);
    expect(legendOverlays(open).map(({ name }) => name)).toEqual(['Part of a month', 'Incomplete']);
  });

  test.each(['line', 'area'] as const)('are hollow points of a chart of %ss', (kind) => {
    expect(option({ ...cut, kind }, 'VM').data).toEqual([
      { value: 10, symbol: 'emptyCircle', symbolSize: 8 },
      20,
      { value: 1, symbol: 'emptyCircle', symbolSize: 8 },
    ]);
    expect(legendOverlays({ ...cut, kind })).toEqual([
      { name: 'Part of a month', swatch: 'hollow' },
    ]);
  });

  test('are named by their days, also to those who hear the chart', () => {
    const titles = [0, 1, 2].map((index) => plain(tooltipContent(cut, index).title));
    expect(titles).toEqual([
      'Oct 20 – 31, 2026, part of a month',
      'Nov 2026',
      'Dec 1 – 10, 2026, part of a month',
    ]);
    expect(plain(chartName('Costs', cut))).toBe(
      'Costs; parts of a month: Oct 20 – 31, 2026 and Dec 1 – 10, 2026',
    );
    expect(chartName('Costs', { ...cut, range: undefined })).toBe('Costs');
  });

  test('have no part in trends, like incomplete ones', () => {
    expect(wholeBins(cut.bins, 'month', range, '2026-12-31')).toEqual([false, true, false]);
    expect(wholeBins(cut.bins, 'month', range, '2026-11-29')).toEqual([false, false, false]);
    expect(wholeBins(days, 'day', { start: days[0]!, end: days[4]! }, null)).not.toContain(true);
  });

  test.each([
    ['2026-10-01', 'month', 'Oct 20 – 31, 2026', '2026-10-20 to 2026-10-31'],
    ['2026-11-01', 'month', 'Nov 2026', '2026-11-01'],
    ['2026-10-19', 'week', 'Oct 20 – 25, 2026', '2026-10-20 to 2026-10-25'],
    ['2026-10-26', 'week', 'Oct 26', '2026-10-26'],
    ['2026-10-01', 'quarter', 'Oct 20 – Dec 10, 2026', '2026-10-20 to 2026-12-10'],
    ['2026-10-20', 'cumulative', 'Oct 20', '2026-10-20'],
    ['2026-10-20T05:00:00Z', 'hour', 'Oct 20, 05:00 AM', '2026-10-20T05:00:00Z'],
  ])('%s by %s is %s', (start, bin, label, inFile) => {
    expect(plain(binLabel(start, bin, range))).toBe(label);
    expect(binInFile(start, bin, range)).toBe(inFile);
  });

  test('a single day of a week is called by its day', () => {
    const monday = { start: '2026-10-01', end: '2026-10-26' };
    expect(binTitle('2026-10-26', 'week', monday)).toBe('Oct 26, 2026, part of a week');
    expect(binTitle('2026-10-19', 'week', monday)).toBe('Week of Oct 19, 2026');
  });

  test('the days of all bins are those of the range, and only the outer ones are parts', () => {
    const day = fc.nat(1000).map((offset) => addDays('2024-01-01', offset));
    const bins = fc.constantFrom('day', 'week', 'month', 'quarter');
    fc.assert(
      fc.property(day, fc.nat(500), bins, (start, length, bin) => {
        const asked = { start, end: addDays(start, length) };
        const found = binsOf(asked.start, asked.end, bin).map((at) => daysOfBin(at, bin, asked));
        expect([found[0]!.start, found.at(-1)!.end]).toEqual([asked.start, asked.end]);
        for (const [index, { start: first }] of found.slice(1).entries()) {
          expect(first).toBe(addDays(found[index]!.end, 1));
        }
        expect(found.slice(1, -1).some(({ isPart }) => isPart)).toBe(false);
        if (bin === 'day') expect(found.some(({ isPart }) => isPart)).toBe(false);
      }),
      { seed: 11, numRuns: 100 },
    );
  });
});

describe('the tooltip', () => {
  test('lists series by their amounts, with shares', () => {
    expect(tooltipContent(chart, 0).rows).toMatchObject([
      { name: 'Storage', amount: '$30.00', share: '75.0%' },
      { name: 'VM', amount: '$10.00', share: '25.0%' },
    ]);
  });

  test('adds up what does not fit', () => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      name: `s${index}`,
      amounts: ['1.5'],
      total: '1.5',
    }));
    const { rows, more, total } = tooltipContent({ ...chart, series: many }, 0);
    expect([rows.length, more, total]).toEqual([12, { count: 8, amount: '$12.00' }, '$30.00']);
  });

  test('has the dates and the amount of the earlier period', () => {
    const previous = [{ start: '2026-02-08', end: '2026-02-08', amount: '38.5' }];
    expect(tooltipContent({ ...chart, previous }, 0).overlays).toEqual([
      { name: 'Previous period, total · Feb 8, 2026', amount: '$38.50' },
    ]);
  });
});

describe('the forecast', () => {
  const forecast = { amounts: [null, null, null, '40.0', '50.0'] };

  test('continues the total of the last complete day', () => {
    const line = option({ ...chart, kind: 'line', forecast }, 'Forecast, total');
    expect(line.data).toEqual([null, 25, 32.5, 40, 50]);
    expect(option({ ...chart, kind: 'line', forecast }, 'Total').data).toEqual([
      40,
      25,
      null,
      null,
      null,
    ]);
  });

  test('is drawn on top of what is billed so far', () => {
    const open = { amounts: [null, '40.0', '50.0'] };
    const bars = option({ ...chart, kind: 'bar', forecast: open }, 'Forecast, total');
    expect(bars.data).toEqual([null, 15, 49]);
    expect(tooltipContent({ ...chart, forecast: open }, 1).overlays).toEqual([
      { name: 'Forecast, total', amount: '$40.00' },
    ]);
  });

  test('is not called a total where there is one series', () => {
    const data = { ...chart, series: [series[0]!], forecast };
    expect(drawn(data).map(({ name }) => name)).toEqual(['VM', 'Forecast']);
  });
});

test('the expected range is a band, and part of legend and tooltip', () => {
  const expected = { lower: [null, '8.0'], upper: [null, '12.5'] };
  const bands = expectedSeries({ ...chart, expected }, inks) as Option[];
  // The upper edge is stacked on the lower one.
  expect(bands.map(({ data }) => data)).toEqual([
    [null, 8],
    [null, 4.5],
  ]);
  expect(legendOverlays({ ...chart, expected })[0]).toEqual({
    name: 'Expected range',
    swatch: 'band',
  });
  const overlaysAt = (index: number) => tooltipContent({ ...chart, expected }, index).overlays;
  expect(overlaysAt(0)).toEqual([]);
  expect(overlaysAt(1)).toEqual([{ name: 'Expected', amount: '$8.00 to $12.50' }]);
});

describe('the series at a height', () => {
  test.each([
    ['bar', 5, 'VM'],
    ['bar', 39, 'Storage'],
    ['bar', 41, undefined],
    ['area', 11, 'Storage'],
    ['line', 12, 'VM'],
    ['line', 29, 'Storage'],
    ['line', 60, undefined],
  ] as const)('of a chart of %ss at %d is %s', (kind, height, name) => {
    expect(seriesAt({ kind, series }, 0, height)).toBe(name);
  });

  test('is a credit below zero', () => {
    const credit = { name: 'Credit', amounts: ['-8.0'], total: '-8.0' };
    expect(seriesAt({ kind: 'bar', series: [...series, credit] }, 0, -3)).toBe('Credit');
  });
});

describe('colours', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 10 });
  const services = ['EC2', 'S3', 'RDS', 'Lambda', 'BigQuery', 'EKS', 'VPC', 'SQS', 'KMS'];

  test('differ within a chart, and all others and missing values are grey', () => {
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 8 }), (charts) => {
        const memory = new Map<string, number>();
        for (const chart of charts) {
          const colours = assignColours([...chart, otherName], memory);
          const own = chart.filter((name) => name !== otherName && !isMissing(name));
          expect(new Set(own.map((name) => colours.get(name))).size).toBe(own.length);
        }
      }),
      { seed: 7, numRuns: 200 },
    );
    const colours = coloursOf([...services, otherName, '(no team)', 'Untagged']);
    for (const name of [otherName, '(no team)', 'Untagged']) {
      expect(colours.get(name)).toBe(otherColour);
    }
  });

  test('are those that a value was first drawn with, in any other chart and order', () => {
    const memory = new Map<string, number>();
    const first = assignColours(services, memory);
    assignColours(['Droplet', 'Volume', 'CDN', 'SQS'], memory);
    for (const chart of [services.toReversed(), services.slice(4), ['KMS', 'Volume']]) {
      const colours = assignColours(chart, memory);
      for (const name of chart.filter((each) => first.has(each))) {
        expect(colours.get(name)).toBe(first.get(name));
      }
    }
    const afterReload = readMemory(JSON.parse(JSON.stringify([...memory])));
    expect(assignColours(services.toReversed(), afterReload).get('EC2')).toBe(first.get('EC2'));
  });

  test('of two values that were drawn with the same one, the larger keeps it', () => {
    const memory = new Map<string, number>();
    const first = assignColours(services, memory);
    const others = ['Droplet', 'Volume', 'CDN', 'Cloud Run', 'Spaces', 'GKE', 'SQL', 'Tax'];
    const second = assignColours(others, memory);
    const same = others.find((name) => second.get(name) === first.get('EC2'))!;
    expect(assignColours(['EC2', same], memory).get('EC2')).toBe(first.get('EC2'));
    const reversed = assignColours([same, 'EC2'], memory);
    expect(reversed.get(same)).toBe(second.get(same));
    expect(reversed.get('EC2')).not.toBe(first.get('EC2'));
  });

  test('of more values than colours repeat, and damaged memory is forgotten', () => {
    const many = Array.from({ length: 25 }, (_, index) => `value ${index}`);
    const colours = assignColours(many, new Map());
    expect(new Set(colours.values()).size).toBe(10);
    expect(readMemory([['S3', 99], 'x', [1, 2], ['EC2', 3]])).toEqual(new Map([['EC2', 3]]));
    expect(readMemory({})).toEqual(new Map());
  });
});

test('the entries of a legend are placed in rows', () => {
  const placed = placeEntries(['a', 'b', 'c'], 100, () => 20);
  expect(placed).toEqual([
    { name: 'a', x: 0, row: 0 },
    { name: 'b', x: 0, row: 1 },
    { name: 'c', x: 0, row: 2 },
  ]);
});
