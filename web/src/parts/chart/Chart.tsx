import { useComputedColorScheme } from '@mantine/core';
import type { ECharts } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import type { ChartData } from './chart-data.js';
import { chartOptions } from './chart-options.js';

interface ChartProps extends ChartData {
  /** The text alternative of the chart; a table next to it contains the figures. */
  label: string;
  height?: number;
  highlighted?: string | null;
  onHighlight?: (name: string | null) => void;
  onPick?: (name: string, bin: string) => void;
}

/** A chart of series over bins. */
export function Chart({
  label,
  height = 360,
  highlighted,
  onHighlight,
  onPick,
  ...data
}: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const handlers = useRef({ onHighlight, onPick });
  handlers.current = { onHighlight, onPick };

  const [isReady, setReady] = useState(false);

  useEffect(() => {
    let isUnmounted = false;
    let observer: ResizeObserver | undefined;
    // Loaded with the first chart, because most pages have none.
    void import('./echarts.js').then(({ init }) => {
      if (isUnmounted) return;
      const instance = init(box.current);
      chart.current = instance;
      instance.on('mouseover', ({ seriesName, name }) =>
        handlers.current.onHighlight?.(nameOf(seriesName, name)),
      );
      instance.on('mouseout', () => handlers.current.onHighlight?.(null));
      instance.on('click', ({ seriesName, name }) =>
        handlers.current.onPick?.(nameOf(seriesName, name), name),
      );
      observer = new ResizeObserver(() => instance.resize());
      observer.observe(box.current!);
      setReady(true);
    });
    return () => {
      isUnmounted = true;
      observer?.disconnect();
      chart.current?.dispose();
    };
  }, []);

  const { kind, bins, bin, series, colours, currency, completeThrough, forecast, marks } = data;
  useEffect(() => {
    const options = chartOptions(
      { kind, bins, bin, series, colours, currency, completeThrough, forecast, marks },
      isDark,
    );
    // Other components are reused, above all the tooltip: recreating it forces a layout of the page.
    chart.current?.setOption(options, { replaceMerge: ['grid', 'xAxis', 'yAxis', 'series'] });
  }, [
    isReady,
    kind,
    bins,
    bin,
    series,
    colours,
    currency,
    completeThrough,
    forecast,
    marks,
    isDark,
  ]);

  useEffect(() => {
    chart.current?.dispatchAction({ type: 'downplay' });
    if (highlighted) chart.current?.dispatchAction({ type: 'highlight', seriesName: highlighted });
  }, [highlighted]);

  return <div ref={box} role="img" aria-label={label} style={{ height, width: '100%' }} />;
}

/** The slices of a pie are points of one unnamed series. */
const nameOf = (seriesName: string | undefined, name: string): string =>
  seriesName && !seriesName.startsWith('series') ? seriesName : name;
