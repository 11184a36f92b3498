import type { ECharts } from 'echarts/core';
import { type RefCallback, useCallback, useState } from 'react';

/** A chart in the element that has `box` as its ref, once the code of charts is loaded. */
export function useECharts(): { chart: ECharts | null; box: RefCallback<HTMLDivElement> } {
  const [chart, setChart] = useState<ECharts | null>(null);
  // A ref callback, because an effect may still run when its element is gone.
  const box = useCallback((element: HTMLDivElement) => {
    let isRemoved = false;
    let instance: ECharts | undefined;
    const observer = new ResizeObserver(() => instance?.resize());
    // Loaded with the first chart, because most pages have none.
    void import('./echarts.js').then(({ init }) => {
      if (isRemoved) return;
      instance = init(element);
      observer.observe(element);
      setChart(instance);
    });
    return () => {
      isRemoved = true;
      observer.disconnect();
      instance?.dispose();
      setChart(null);
    };
  }, []);
  return { chart, box };
}
