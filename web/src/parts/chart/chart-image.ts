import type { ECharts } from 'echarts/core';
import { otherColour } from '../../lib/palette.js';
import type { ChartData } from './chart-data.js';
import { themeOf } from './chart-options.js';
import { legendOverlays } from './legend-overlays.js';
import { placeEntries, swatchSize } from './place-entries.js';

const scale = 2;
const padding = 24;
const titleHeight = 40;
const rowHeight = 22;
const font = 'system-ui, sans-serif';

const overlayInks = {
  band: 'ghost',
  ghost: 'ghost',
  dashed: 'text',
  dotted: 'text',
  line: 'text',
  accent: 'accent',
  budget: 'strongText',
} as const;

/** Hatched bins have no colour of their own; the axis names them. */
const isInk = (swatch: string): swatch is keyof typeof overlayInks =>
  Object.hasOwn(overlayInks, swatch);

interface LegendEntry {
  name: string;
  colour: string;
  x: number;
  row: number;
}

/** The chart as a PNG with a title, its legend and the background of the page. */
export async function chartImage(
  chart: ECharts,
  data: ChartData,
  { title, isDark }: { title: string; isDark: boolean },
): Promise<Blob> {
  const background = isDark ? '#16181d' : '#ffffff';
  const picture = chart.renderToCanvas({ pixelRatio: scale, backgroundColor: background });
  const [width, height] = [chart.getWidth(), chart.getHeight()];
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d')!;
  pen.font = `12px ${font}`;
  const theme = themeOf(isDark);
  const colours = new Map(data.series.map(({ name }) => [name, data.colours.get(name)]));
  for (const { name, swatch, colour } of legendOverlays(data)) {
    if (isInk(swatch)) colours.set(name, colour ?? theme[overlayInks[swatch]]);
  }
  const widthOf = (name: string) => pen.measureText(name).width;
  const entries = placeEntries([...colours.keys()], width, widthOf).map((entry) => ({
    ...entry,
    colour: colours.get(entry.name) ?? otherColour,
  }));
  const legendHeight = ((entries.at(-1)?.row ?? -1) + 1) * rowHeight + 12;
  canvas.width = (width + 2 * padding) * scale;
  canvas.height = (height + titleHeight + legendHeight + 2 * padding) * scale;
  pen.scale(scale, scale);
  pen.fillStyle = background;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = theme.strongText;
  pen.font = `600 16px ${font}`;
  pen.fillText(title, padding, padding + 16);
  pen.drawImage(picture, padding, padding + titleHeight, width, height);
  drawLegend(pen, entries, padding + titleHeight + height + 24, theme.text);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture is too large for this browser'));
    }, 'image/png');
  });
}

function drawLegend(
  pen: CanvasRenderingContext2D,
  entries: readonly LegendEntry[],
  top: number,
  text: string,
) {
  pen.font = `12px ${font}`;
  for (const { name, colour, x, row } of entries) {
    const y = top + row * rowHeight;
    pen.fillStyle = colour;
    pen.fillRect(padding + x, y - swatchSize + 1, swatchSize, swatchSize);
    pen.fillStyle = text;
    pen.fillText(name, padding + x + swatchSize + 6, y);
  }
}
