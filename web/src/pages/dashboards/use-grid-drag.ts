import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { gridColumns, type Place } from '../../../../src/domain/reports/dashboards/grid.js';
import { gridGap, rowHeight } from './grid-item.js';

interface Drag {
  kind: 'move' | 'resize';
  startX: number;
  startY: number;
  from: Place;
}

/** Moves or resizes an item of a grid by dragging a handle. */
export function useGridDrag(
  grid: RefObject<HTMLDivElement | null>,
  item: Place,
  onPlace: (target: Partial<Place>) => void,
) {
  const drag = useRef<Drag>(undefined);
  const [isDragging, setDragging] = useState(false);
  const move = (event: PointerEvent) => {
    const { current } = drag;
    if (!current || !grid.current) return;
    const columnWidth = (grid.current.clientWidth + gridGap) / gridColumns;
    const columns = Math.round((event.clientX - current.startX) / columnWidth);
    const rows = Math.round((event.clientY - current.startY) / (rowHeight + gridGap));
    const { from } = current;
    const target =
      current.kind === 'move'
        ? { x: from.x + columns, y: Math.max(0, from.y + rows) }
        : { width: clampWidth(from, columns), height: Math.max(1, from.height + rows) };
    const isSame = Object.entries(target).every(
      ([key, value]) => item[key as keyof Place] === value,
    );
    if (!isSame) onPlace(target);
  };
  const end = () => {
    drag.current = undefined;
    setDragging(false);
  };
  const handle = (kind: Drag['kind']) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const { x, y, width, height } = item;
      const from = { x, y, width, height };
      drag.current = { kind, startX: event.clientX, startY: event.clientY, from };
      setDragging(true);
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  });
  return { isDragging, handle };
}

/** It grows to the right only as far as the grid goes. */
const clampWidth = ({ x, width }: Place, columns: number): number =>
  Math.min(Math.max(1, width + columns), gridColumns - x);
