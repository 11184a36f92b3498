import { type RefObject, useEffect, useState } from 'react';

/** Browsers do not lay out much higher elements. */
const maxHeight = 10_000_000;
/** Rows that are rendered above and below the visible ones, so that scrolling shows no gaps. */
const spareRows = 8;

interface Viewport {
  scrollTop: number;
  height: number;
}

/** The rows to render, and the heights that stand for all others. `last` is not included. */
export interface RowWindow {
  first: number;
  last: number;
  visible: { first: number; last: number };
  above: number;
  below: number;
}

/** The rows of a long list that are visible. A list that is too high to lay out is scrolled proportionally. */
export function rowWindow(
  { scrollTop, height }: Viewport,
  rowHeight: number,
  count: number,
): RowWindow {
  const wholeHeight = count * rowHeight;
  const laidOut = Math.min(wholeHeight, maxHeight);
  const scale = laidOut > height ? (wholeHeight - height) / (laidOut - height) : 1;
  const top = scrollTop * scale;
  const visible = {
    first: Math.min(count, Math.floor(top / rowHeight)),
    last: Math.min(count, Math.ceil((top + height) / rowHeight)),
  };
  const last = Math.min(count, visible.last + spareRows);
  const first = Math.max(0, visible.first - spareRows);
  const above = Math.max(0, first * rowHeight - (top - scrollTop));
  const below = Math.max(0, laidOut - above - (last - first) * rowHeight);
  return { first, last, visible, above, below };
}

/**
 * The visible rows of a list inside a scrolling element; rows have equal heights. `covered` is the height
 * of what stays above and below them, such as a header.
 */
export function useRowWindow(
  element: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
  covered: number,
): RowWindow {
  const [viewport, setViewport] = useState<Viewport>({ scrollTop: 0, height: 600 });
  useEffect(() => {
    const scrolled = element.current;
    if (!scrolled) return undefined;
    const read = () =>
      setViewport({ scrollTop: scrolled.scrollTop, height: scrolled.clientHeight });
    const resizes = new ResizeObserver(read);
    resizes.observe(scrolled);
    scrolled.addEventListener('scroll', read, { passive: true });
    return () => {
      resizes.disconnect();
      scrolled.removeEventListener('scroll', read);
    };
  }, [element]);
  const height = Math.max(rowHeight, viewport.height - covered);
  return rowWindow({ ...viewport, height }, rowHeight, count);
}
