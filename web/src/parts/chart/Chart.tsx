import { useComputedColorScheme } from '@mantine/core';
import type { ECharts } from 'echarts/core';
import { useEffect, useRef } from 'react';
import type { Series } from '../../lib/series.js';
import { chartOptions } from './chart-options.js';
import { init } from './echarts.js';

export const chartKinds = ['bar', 'line', 'area', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

export interface ChartData {
  kind: ChartKind;
  /** First moments of the bins, and their width: `day`. */
  bins: readonly string[];
  bin: string;
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
  currency: string;
  /** Bins that begin after this day are not complete and are hatched. */
  completeThrough?: string | null | undefined;
}

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

  useEffect(() => {
    const made = init(box.current);
    chart.current = made;
    made.on('mouseover', ({ seriesName, name }) =>
      heard.current.onLight?.(nameOf(seriesName, name)),
    );
    made.on('mouseout', () => heard.current.onLight?.(null));
    made.on('click', ({ seriesName, name }) =>
      heard.current.onPick?.(nameOf(seriesName, name), name),
    );
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      made.dispose();
    };
  }, []);

  const { kind, bins, bin, series, colours, currency, completeThrough } = data;
  useEffect(() => {
    const options = chartOptions(
      { kind, bins, bin, series, colours, currency, completeThrough },
      isDark,
    );
    chart.current?.setOption(options, { notMerge: true });
  }, [kind, bins, bin, series, colours, currency, completeThrough, isDark]);

  useEffect(() => {
    chart.current?.dispatchAction({ type: 'downplay' });
    if (lit) chart.current?.dispatchAction({ type: 'highlight', seriesName: lit });
  }, [lit]);

  return <div ref={box} role="img" aria-label={label} style={{ height, width: '100%' }} />;
}

/** The slices of a pie are points of one unnamed series. */
const nameOf = (seriesName: string | undefined, name: string): string =>
  seriesName && !seriesName.startsWith('series') ? seriesName : name;
