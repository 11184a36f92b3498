import type { ECharts } from 'echarts/core';
import { type RefCallback, useCallback, useEffect, useState } from 'react';

/** A chart in the element that has `box` as its ref, once the code of charts is loaded, that of rare ones too where it is asked for. */
export function useECharts({ isRare = false } = {}): {
  chart: ECharts | null;
  box: RefCallback<HTMLDivElement>;
} {
  const hasRare = useRareCharts(isRare);
  const [chart, setChart] = useState<ECharts | null>(null);
  // A ref callback, because an effect may still run when its element is gone.
  const box = useCallback((element: HTMLDivElement) => {
    let isRemoved = false;
    let instance: ECharts | undefined;
    const observer = new ResizeObserver(() => {
      // The first call comes without a change, and drawing a chart again takes as long as drawing it.
      const { clientWidth: width, clientHeight: height } = element;
      if (instance?.getWidth() !== width || instance.getHeight() !== height) instance?.resize();
    });
    // Loaded with the first chart, because most pages have none. Figures are on the screen before it is drawn.
    void Promise.all([import('./echarts.js'), afterPaint()]).then(([{ init }]) => {
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
  return { chart: isRare && !hasRare ? null : chart, box };
}

/** Whether the code of rare charts is loaded. */
function useRareCharts(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isNeeded) void import('./rare-charts.js').then(() => setLoaded(true));
  }, [isNeeded]);
  return isLoaded;
}

/** Resolves when what was rendered before is on the screen. */
const afterPaint = () =>
  new Promise<unknown>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
  );
