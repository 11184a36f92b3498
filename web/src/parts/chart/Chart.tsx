import { useComputedColorScheme } from '@mantine/core';
import type { ECharts } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import type { ChartData } from './chart-data.js';
import { chartOptions } from './chart-options.js';

interface ChartProps extends ChartData {
  /** Says in a sentence what is to be seen; the table beside the chart has the figures. */
  label: string;
  height?: number;
  lit?: string | null;
  onLight?: (name: string | null) => void;
  onPick?: (name: string, bin: string) => void;
}

export function Chart({ label, height = 360, lit, onLight, onPick, ...data }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const heard = useRef({ onLight, onPick });
  heard.current = { onLight, onPick };

  const [isReady, setReady] = useState(false);

  useEffect(() => {
    let isGone = false;
    let observer: ResizeObserver | undefined;
    // Loaded with the first chart: most pages show something before they draw.
    void import('./echarts.js').then(({ init }) => {
      if (isGone) return;
      const made = init(box.current);
      chart.current = made;
      made.on('mouseover', ({ seriesName, name }) =>
        heard.current.onLight?.(nameOf(seriesName, name)),
      );
      made.on('mouseout', () => heard.current.onLight?.(null));
      made.on('click', ({ seriesName, name }) =>
        heard.current.onPick?.(nameOf(seriesName, name), name),
      );
      observer = new ResizeObserver(() => made.resize());
      observer.observe(box.current!);
      setReady(true);
    });
    return () => {
      isGone = true;
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
    // The rest, above all the tooltip, stays: building it anew makes the browser lay out the page.
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
    if (lit) chart.current?.dispatchAction({ type: 'highlight', seriesName: lit });
  }, [lit]);

  return <div ref={box} role="img" aria-label={label} style={{ height, width: '100%' }} />;
}

/** The slices of a pie are points of one unnamed series. */
const nameOf = (seriesName: string | undefined, name: string): string =>
  seriesName && !seriesName.startsWith('series') ? seriesName : name;
