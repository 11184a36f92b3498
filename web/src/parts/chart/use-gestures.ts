import type { ECharts } from 'echarts/core';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ChartData } from './chart-data.js';
import { seriesAt } from './series-at.js';
import { tooltipContent, tooltipText } from './tooltip-content.js';

/** What was clicked: a bin, the series at the pointer, and where that is in the chart. */
export interface ChartPoint {
  name: string | undefined;
  /** Undefined in a pie. */
  bin: string | undefined;
  x: number;
  y: number;
}

interface Handlers {
  onPick: ((name: string, bin: string) => void) | undefined;
  onPoint: ((point: ChartPoint) => void) | undefined;
  onZoom: ((first: string, last: string) => void) | undefined;
}

/** Movements below this distance are clicks. */
const minDrag = 8;

/** Clicks, dragging to zoom, and the same by keyboard: arrows move between bins, Enter picks one. */
export function useGestures(chart: ECharts | null, data: ChartData, on: Handlers) {
  const start = useRef<{ x: number; index: number }>(undefined);
  const [selection, setSelection] = useState<CSSProperties>();
  const [focused, setFocused] = useState<number>();
  const { bins, kind } = data;
  // Bins of another query are others.
  useEffect(() => setFocused(undefined), [bins[0], bins.length]);

  const pointOf = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const positionOf = (x: number, y: number) => {
    if (kind === 'pie' || !chart) return undefined;
    const [at, height] = chart.convertFromPixel({ gridIndex: 0 }, [x, y]);
    const index = Math.min(bins.length - 1, Math.max(0, Math.round(at!)));
    return { index, height: height! };
  };
  const pickAt = ({ x, y }: { x: number; y: number }) => {
    const position = positionOf(x, y);
    if (!position) return;
    const name = seriesAt(data, position.index, position.height);
    pick({ name, bin: bins[position.index], x, y });
  };
  const pick = (point: ChartPoint) => {
    if (on.onPoint) on.onPoint(point);
    else if (point.name !== undefined) on.onPick?.(point.name, point.bin ?? point.name);
  };

  useSlices(chart, kind, (name, x, y) => pick({ name, bin: undefined, x, y }));

  const showBin = (index: number) => {
    setFocused(index);
    chart?.dispatchAction({
      type: 'showTip',
      seriesIndex: firstSeries(data),
      dataIndex: index,
    });
  };
  return {
    selection,
    spoken: focused === undefined ? '' : tooltipText(tooltipContent(data, focused)),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const point = pointOf(event);
      const isInside = chart?.containPixel({ gridIndex: 0 }, [point.x, point.y]);
      if (event.button !== 0 || kind === 'pie' || !isInside) return;
      start.current = { x: point.x, index: positionOf(point.x, point.y)!.index };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      // Dragging a finger scrolls the page.
      if (!start.current || !on.onZoom || event.pointerType !== 'mouse') return;
      const { x } = pointOf(event);
      const width = Math.abs(x - start.current.x);
      if (width < minDrag) return;
      if (!selection) event.currentTarget.setPointerCapture(event.pointerId);
      setSelection({ left: Math.min(x, start.current.x), width });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const from = start.current;
      start.current = undefined;
      setSelection(undefined);
      if (!from) return;
      const point = pointOf(event);
      if (Math.abs(point.x - from.x) < minDrag) pickAt(point);
      else if (selection) {
        const to = positionOf(point.x, point.y)!.index;
        const [first, last] = [Math.min(from.index, to), Math.max(from.index, to)];
        on.onZoom?.(bins[first]!, bins[last]!);
      }
    },
    onPointerCancel: () => {
      start.current = undefined;
      setSelection(undefined);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (!on.onPoint || kind === 'pie' || !(event.target as Element).matches('[role="img"]'))
        return;
      const next = nextBin(event.key, focused, bins.length);
      if (next !== undefined) showBin(next);
      else if ((event.key === 'Enter' || event.key === ' ') && focused !== undefined) {
        const [x] = chart!.convertToPixel({ gridIndex: 0 }, [focused, 0]);
        const point = { name: undefined, bin: bins[focused], x: x!, y: 24 };
        // After the event, which would close the menu that it opens.
        setTimeout(() => on.onPoint?.(point));
      } else return;
      event.preventDefault();
    },
    onBlur: () => {
      setFocused(undefined);
      chart?.dispatchAction({ type: 'hideTip' });
    },
  };
}

/** The first series is that of the earlier period, where there is one, which may have no value. */
const firstSeries = ({ previous }: ChartData): number => (previous ? 1 : 0);

function nextBin(key: string, focused: number | undefined, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowRight') return Math.min(count - 1, (focused ?? -1) + 1);
  return key === 'ArrowLeft' ? Math.max(0, (focused ?? count) - 1) : undefined;
}

/** Clicks on the slices of a pie. */
function useSlices(
  chart: ECharts | null,
  kind: ChartData['kind'],
  onPick: (name: string, x: number, y: number) => void,
) {
  const handler = useRef(onPick);
  handler.current = onPick;
  useEffect(() => {
    if (kind !== 'pie' || !chart) return undefined;
    const pick = ({
      name,
      event,
    }: {
      name: string;
      event?: { offsetX: number; offsetY: number };
    }) => handler.current(name, event?.offsetX ?? 0, event?.offsetY ?? 0);
    chart.on('click', pick as never);
    return () => {
      if (!chart.isDisposed()) chart.off('click', pick);
    };
  });
}
