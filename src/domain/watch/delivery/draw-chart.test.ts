import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { BarKind } from './chart.js';
import { drawChart } from './draw-chart.js';
import { mailColors } from './mail-colors.js';

/** The colors of a PNG image by row, after a check of all its checksums. */
function decode(png: Buffer): string[][] {
  const chunks = new Map<string, Buffer>();
  for (let offset = 8; offset < png.length;) {
    const length = png.readUInt32BE(offset);
    const body = png.subarray(offset + 4, offset + 8 + length);
    expect(png.readUInt32BE(offset + 8 + length)).toBe(crc32(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    offset += length + 12;
  }
  const [width, height] = [0, 4].map((at) => chunks.get('IHDR')!.readUInt32BE(at)) as [
    number,
    number,
  ];
  const rows = inflateSync(chunks.get('IDAT')!);
  expect([...chunks.keys(), rows.length]).toEqual([
    'IHDR',
    'IDAT',
    'IEND',
    (width * 3 + 1) * height,
  ]);
  return Array.from({ length: height }, (_, y) => {
    const row = rows.subarray(y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1));
    return Array.from(
      { length: width },
      (__, x) => `#${row.subarray(x * 3, x * 3 + 3).toString('hex')}`,
    );
  });
}

const bars = (...amounts: string[]) =>
  amounts.map((amount, index) => ({
    label: `${index + 1} Mar`,
    amount,
    kind: (['current', 'earlier', 'incomplete'] as const)[index]!,
  }));

const chart = (...amounts: string[]) => ({ title: 'Costs', bars: bars(...amounts), legend: [] });

/** Heights of the bars in pixels, by kind. */
function heights(rows: string[][], colors: Record<BarKind, string>) {
  const heightOf = (kind: BarKind) => rows.filter((row) => row.includes(colors[kind])).length;
  return [heightOf('current'), heightOf('earlier'), heightOf('incomplete')];
}

test.each(['light', 'dark'] as const)(
  'bars of the %s theme are as high as their amounts',
  (theme) => {
    const rows = decode(drawChart(chart('100', '50', '25'), theme));
    expect([rows.length, rows[0]!.length, rows[0]![0]]).toEqual([
      400,
      1072,
      mailColors[theme].card,
    ]);
    const [full, half, quarter] = heights(rows, mailColors[theme].bars);
    expect(half! / full!).toBeCloseTo(0.5, 1);
    expect(quarter! / full!).toBeCloseTo(0.25, 1);
  },
);

test('labels are drawn beside the axis and below the bars', () => {
  const { muted, card } = mailColors.light;
  const rows = decode(drawChart(chart('100', '50', '25'), 'light'));
  const isText = (color: string) => color !== card;
  expect(rows.slice(370).some((row) => row.includes(muted))).toBe(true);
  expect(rows.some((row) => row.slice(0, 20).some(isText))).toBe(true);
});

test('charts without costs, with credits only and with a limit can be drawn', () => {
  const { bars: colors, limit } = mailColors.light;
  expect(heights(decode(drawChart(chart('0', '0', '0'), 'light')), colors)).toEqual([0, 0, 0]);
  const credits = decode(drawChart(chart('-10', '5', '0'), 'light'));
  expect(heights(credits, colors)[0]).toBeGreaterThan(heights(credits, colors)[1]!);
  const limited = { ...chart('10', '0', '0'), limit: { label: 'Budget', amount: '100' } };
  const line = decode(drawChart(limited, 'light')).filter((row) => row.includes(limit));
  expect(line).toHaveLength(4);
  expect(() => drawChart({ title: 'None', bars: [], legend: [] }, 'light')).not.toThrow();
});
