import { useComputedColorScheme } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { type ChartData, chartName } from './chart-data.js';
import { chartImage } from './chart-image.js';
import { chartOptions } from './chart-options.js';
import { useECharts } from './use-echarts.js';
import { type ChartPoint, useGestures } from './use-gestures.js';

export interface ChartHandle {
  /** The chart as a picture with a title and a legend. */
  image: (title: string) => Promise<Blob>;
}

interface ChartProps extends ChartData {
  /** The text alternative of the chart; a table next to it contains the figures. */
  label: string;
  /** Pixels, or that of the element around it. */
  height?: number | '100%';
  highlighted?: string | null;
  onHighlight?: (name: string | null) => void;
  /** A click on a series. */
  onPick?: (name: string, bin: string) => void;
  /** A click or Enter anywhere in the chart; replaces `onPick`. */
  onPoint?: (point: ChartPoint) => void;
  /** Bins selected by dragging. */
  onZoom?: (first: string, last: string) => void;
  ref?: Ref<ChartHandle>;
}

/** A chart of series over bins. */
export function Chart({
  label,
  height = 360,
  highlighted,
  onHighlight,
  onPick,
  onPoint,
  onZoom,
  ref,
  ...given
}: ChartProps) {
  const data = useChartData(given);
  const { chart, box } = useECharts({
    isRare: data.kind === 'pie' || (data.marks ?? []).length > 0,
  });
  const isDark = useComputedColorScheme('light') === 'dark';
  const handlers = useRef({ onHighlight });
  handlers.current = { onHighlight };

  useEffect(() => {
    chart?.on('mouseover', ({ seriesName, name }) =>
      handlers.current.onHighlight?.(nameOf(seriesName, name)),
    );
    chart?.on('mouseout', () => handlers.current.onHighlight?.(null));
  }, [chart]);

  useEffect(() => {
    // Other components are reused, above all the tooltip: recreating it forces a layout of the page.
    chart?.setOption(chartOptions(data, isDark), {
      replaceMerge: ['grid', 'xAxis', 'yAxis', 'series'],
    });
  }, [chart, isDark, data]);

  useEffect(() => {
    chart?.dispatchAction({ type: 'downplay' });
    if (highlighted) chart?.dispatchAction({ type: 'highlight', seriesName: highlighted });
  }, [chart, highlighted]);

  useImperativeHandle(ref, () => ({
    image: (title) => chartImage(chart!, data, { title, isDark }),
  }));

  const { selection, spoken, ...events } = useGestures(chart, data, { onPick, onPoint, onZoom });
  return (
    <div className="chart" {...events}>
      <div
        ref={box}
        role="img"
        aria-label={chartName(label, data)}
        tabIndex={onPoint ? 0 : undefined}
        style={{ height, width: '100%' }}
      />
      {selection && <div className="chart-selection" style={selection} />}
      {onPoint && (
        <div className="visually-hidden" aria-live="polite">
          {spoken}
        </div>
      )}
    </div>
  );
}

/** The same object until something in it changes, so that the chart is drawn again only then. */
function useChartData(data: ChartData): ChartData {
  const { kind, bins, bin, range, series, colours, currency, completeThrough } = data;
  const { forecast, previous, secondLines, budgets, expected, marks } = data;
  return useMemo(
    () => data,
    [
      kind,
      bins,
      bin,
      range?.start,
      range?.end,
      series,
      colours,
      currency,
      completeThrough,
      forecast,
      previous,
      secondLines,
      budgets,
      expected,
      marks,
    ],
  );
}

/** The slices of a pie are points of one unnamed series. */
const nameOf = (seriesName: string | undefined, name: string): string =>
  seriesName && !seriesName.startsWith('series') ? seriesName : name;
