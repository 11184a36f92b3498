import { Text, useComputedColorScheme } from '@mantine/core';
import type { ECharts } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { formatCompactMoney } from '../../lib/money.js';
import { axisStart, type WaterfallData, waterfallOptions } from './waterfall-options.js';

interface WaterfallProps extends WaterfallData {
  /** The text alternative of the chart; a table next to it contains the figures and actions. */
  label: string;
  onPick: (index: number) => void;
}

const rowHeight = 32;
const axisHeight = 32;

/** Bars that lead from one total to another. */
export function Waterfall({ label, bars, currency, onPick }: WaterfallProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const [isReady, setReady] = useState(false);
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    let isUnmounted = false;
    let observer: ResizeObserver | undefined;
    void import('./echarts.js').then(({ init }) => {
      if (isUnmounted) return;
      const instance = init(box.current);
      chart.current = instance;
      // Both bars and their labels on the axis have the index of the bar.
      instance.on('click', ({ dataIndex }) => {
        if (dataIndex !== undefined) pick.current(dataIndex);
      });
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

  useEffect(() => {
    chart.current?.setOption(waterfallOptions({ bars, currency }, isDark), {
      replaceMerge: ['xAxis', 'yAxis', 'series'],
    });
  }, [isReady, bars, currency, isDark]);

  const start = axisStart(bars);
  return (
    <div>
      <div
        ref={box}
        role="img"
        aria-label={label}
        style={{ height: bars.length * rowHeight + axisHeight, width: '100%' }}
      />
      {start > 0 && (
        <Text size="xs" c="dimmed">
          The axis begins at {formatCompactMoney(String(start), currency)}, so that the changes can
          be seen.
        </Text>
      )}
    </div>
  );
}
