import { Menu } from '@mantine/core';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { binLabel } from '../../lib/bin-days.js';
import type { ChartPoint } from '../../parts/chart/use-gestures.js';
import { DrillItems } from './DrillItems.js';
import type { DrillActions } from './use-drill-down.js';
import { wholeTotal } from './use-explained.js';

interface ChartMenuProps {
  point: ChartPoint;
  /** The granularity of the chart. */
  bin: string;
  /** The dates of the query. */
  range: DateRange;
  drill: DrillActions;
  onExplain: ((name: string, bin?: string) => void) | undefined;
  onAnnotate: ((bin: string) => void) | undefined;
  onClose: () => void;
}

/** The menu of a clicked bar. */
export function ChartMenu({
  point,
  bin,
  range,
  drill,
  onExplain,
  onAnnotate,
  onClose,
}: ChartMenuProps) {
  const { name, bin: start, x, y } = point;
  const label = start === undefined ? undefined : binLabel(start, bin, range);
  const title = [name, label].filter(Boolean).join(' · ');
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={4} trapFocus returnFocus>
      <Menu.Target>
        <button
          type="button"
          className="chart-point"
          aria-label={title}
          tabIndex={-1}
          style={{ left: x, top: y }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={title} maw={320}>
        <Menu.Label>{title}</Menu.Label>
        <DrillItems
          name={name}
          bin={start === undefined ? undefined : { start, label: label! }}
          drill={drill}
          onExplain={onExplain && (() => onExplain(name ?? wholeTotal, start))}
          onAnnotate={onAnnotate && start !== undefined ? () => onAnnotate(start) : undefined}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
