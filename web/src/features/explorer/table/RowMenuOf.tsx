import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { RowMenu } from '../../../parts/RowMenu.js';
import type { linkToChanges } from '../link-to-changes.js';
import type { TableRow } from './table-row.js';

/** What a user can do with a row. */
export interface RowActions {
  mayDrill: (row: TableRow) => boolean;
  onDrill: (row: TableRow) => void;
  /** Undefined where figures have no bill lines. */
  onExplain: ((row: TableRow) => void) | undefined;
  /** The filter to a row, or to everything else; undefined where no filter can express it. */
  filterTo: (row: TableRow) => string | undefined;
  exclude: (row: TableRow) => string | undefined;
  /** The page that explains the change of a row; undefined where there is none. */
  changesOf: (row: TableRow) => ReturnType<typeof linkToChanges> | undefined;
  onFilter: (filter: string) => void;
}

interface RowMenuOfProps {
  row: TableRow;
  actions: RowActions;
  chart: {
    isInChart: (name: string) => boolean;
    hidden: ReadonlySet<string>;
    onToggle: (name: string) => void;
    onIsolate: (name: string) => void;
  };
}

export function RowMenuOf({ row, actions, chart }: RowMenuOfProps) {
  return (
    <RowMenu label={row.name}>
      <Items row={row} actions={actions} chart={chart} />
    </RowMenu>
  );
}

/** Rendered only while the menu is open, because filters are parsed for it. */
function Items({ row, actions, chart }: RowMenuOfProps) {
  const { name } = row;
  const { onExplain, onFilter } = actions;
  const changes = actions.changesOf(row);
  const [filter, exclusion] = [actions.filterTo(row), actions.exclude(row)];
  return (
    <>
      {onExplain && <Menu.Item onClick={() => onExplain(row)}>Explain</Menu.Item>}
      {changes && (
        <Menu.Item component={Link} {...changes}>
          Why did it change?
        </Menu.Item>
      )}
      {actions.mayDrill(row) && (
        <Menu.Item onClick={() => actions.onDrill(row)}>Drill down</Menu.Item>
      )}
      {filter !== undefined && (
        <Menu.Item onClick={() => onFilter(filter)}>Filter to this</Menu.Item>
      )}
      {exclusion !== undefined && (
        <Menu.Item onClick={() => onFilter(exclusion)}>Exclude this</Menu.Item>
      )}
      {chart.isInChart(name) && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => chart.onToggle(name)}>
            {chart.hidden.has(name) ? 'Show in the chart' : 'Hide in the chart'}
          </Menu.Item>
          <Menu.Item onClick={() => chart.onIsolate(name)}>Show only this in the chart</Menu.Item>
        </>
      )}
    </>
  );
}
