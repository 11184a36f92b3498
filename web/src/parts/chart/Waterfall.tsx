import { Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatCompactMoney } from '../../lib/money.js';
import { useECharts } from './use-echarts.js';
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
  const { chart, box } = useECharts({ isRare: true });
  const isDark = useComputedColorScheme('light') === 'dark';
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    // Both bars and their labels on the axis have the index of the bar.
    chart?.on('click', ({ dataIndex }) => {
      if (dataIndex !== undefined) pick.current(dataIndex);
    });
  }, [chart]);

  useEffect(() => {
    chart?.setOption(waterfallOptions({ bars, currency }, isDark), {
      replaceMerge: ['xAxis', 'yAxis', 'series'],
    });
  }, [chart, bars, currency, isDark]);

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
