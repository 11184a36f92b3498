import './table.css';
import { Text } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { binInFile } from '../../../lib/bin-days.js';
import { useStored } from '../../../lib/stored.js';
import { useColumns } from '../../../parts/ColumnChoice.js';
import type { Sorting } from '../../../parts/DataTable.js';
import { LongTable } from '../../../parts/LongTable.js';
import { NameText } from '../../../parts/NameText.js';
import { groupingLabel } from '../../costs/groupings.js';
import type { Names } from '../../costs/use-names.js';
import type { ExplorerQuery } from '../explorer-query.js';
import { type FigureContext, type TableColumn, binColumns, figureColumns } from './columns.js';
import { describeColumns } from './compared-columns.js';
import { csvColumns } from './csv.js';
import { NameCell } from './NameCell.js';
import type { ReadAllRows } from './read-all-rows.js';
import { type RowActions, RowMenuOf } from './RowMenuOf.js';
import { groupingsOf, nameInGrouping, type TableRow } from './table-row.js';
import { TableTools } from './TableTools.js';
import { useCsvDownload } from './use-csv-download.js';

/** What a table can do with a series of the chart. */
export interface ChartSeriesProps {
  colours: ReadonlyMap<string, string>;
  highlighted: string | null;
  onHighlight: (name: string | null) => void;
  /** Names of the series that the chart leaves out. */
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
  onIsolate: (name: string) => void;
}

interface TableViewProps extends ChartSeriesProps {
  query: ExplorerQuery;
  bins: readonly string[];
  figures: Omit<FigureContext, 'colours'>;
  count: number;
  rowAt: (index: number) => TableRow | undefined;
  footer: readonly TableRow[];
  search: string;
  onSearch: (text: string) => void;
  sorting: Sorting;
  onSort: (next: Sorting) => void;
  onWindow: (first: number, last: number) => void;
  isStale: boolean;
  actions: RowActions;
  names: Names;
  readAll: ReadAllRows;
}

/** More columns make a table slow, and no one reads them. */
const maxBins = 400;

/** The table with its tools, wherever its rows come from. */
export function TableView(props: TableViewProps) {
  const { query, bins, figures, count, rowAt, search, sorting, colours, hidden, actions } = props;
  const [first, setFirst] = useState({ first: 0, last: 0 });
  const [wantsBins, setBins] = useStored('explorer columns by bin', false);
  const mayHaveBins = bins.length <= maxBins;
  const hasBins = wantsBins && mayHaveBins;
  const { currency, whole, compared, average, inTrend } = figures;
  const all = useMemo(() => {
    const context = { currency, whole, compared, average, inTrend, colours };
    return [nameColumn(props), ...groupColumns(props), ...figureColumns(context)];
  }, [
    currency,
    whole,
    compared,
    average,
    inTrend,
    colours,
    hidden,
    actions,
    props.onToggle,
    props.names,
    query.groupings,
    query.measure,
  ]);
  const choice = useColumns('explorer', all);
  const hiddenIds = choice.hidden.join();
  const columns = useMemo(
    () => [...choice.visible, ...(hasBins ? binColumns(bins, query, currency) : [])],
    [all, hiddenIds, hasBins, bins, query.bin, currency],
  );
  const download = useCsvDownload(
    `costs-${query.start}-${query.end}.csv`,
    csvColumns({
      ...figures,
      columns: choice.visible.map(({ id }) => id),
      bins: hasBins ? bins.map((start) => binInFile(start, query.bin, query)) : [],
      names: props.names,
      groupings: groupingsOf(query),
    }),
    props.readAll,
  );
  const { onWindow, onHighlight } = props;
  const seeRows = useCallback(
    (start: number, end: number) => {
      setFirst({ first: start, last: end });
      onWindow(start, end);
    },
    [onWindow],
  );
  const highlight = useCallback(
    (row: TableRow | null) => onHighlight(row?.name ?? null),
    [onHighlight],
  );
  const menuOf = useMemo(() => {
    const { onIsolate, onToggle } = props;
    const isInChart = (name: string) => colours.has(name);
    return (row: TableRow) => (
      <RowMenuOf row={row} actions={actions} chart={{ isInChart, hidden, onToggle, onIsolate }} />
    );
  }, [actions, colours, hidden, props.onToggle, props.onIsolate]);
  const highlightedKey = useHighlightedKey(props.highlighted, first, rowAt);
  return (
    <section aria-label="Table of the costs">
      <TableTools
        search={search}
        onSearch={props.onSearch}
        summary={summaryOf(first, count, search)}
        columns={all}
        hidden={choice.hidden}
        setHidden={choice.setHidden}
        hasBins={mayHaveBins ? hasBins : undefined}
        setBins={setBins}
        bin={query.bin === 'cumulative' ? 'day' : query.bin}
        download={download}
      />
      {compared && (
        <Text size="xs" c="dimmed" mb="xs">
          {describeColumns(compared)}
        </Text>
      )}
      <div className={props.isStale ? 'stale' : ''} aria-busy={props.isStale}>
        <LongTable
          label="Series"
          columns={columns}
          count={count}
          rowAt={rowAt}
          keyOf={keyOf}
          footer={props.footer}
          sorting={sorting}
          onSort={props.onSort}
          actions={menuOf}
          highlighted={highlightedKey}
          onHighlight={highlight}
          onWindow={seeRows}
          scrollKey={`${search} ${sorting.id} ${sorting.isDescending}`}
        />
      </div>
      {count === 0 && !props.isStale && (
        <Text size="sm" c="dimmed" mt="xs">
          {search ? `No series contains “${search}”.` : 'There are no costs in this range.'}
        </Text>
      )}
    </section>
  );
}

const keyOf = (row: TableRow) => row.key;

/** `1–28 of 131,204 groups` */
export function summaryOf(
  { first, last }: { first: number; last: number },
  count: number,
  search: string,
): string {
  const found = search ? 'matching groups' : count === 1 ? 'group' : 'groups';
  const end = Math.min(last, count);
  if (count === 0) return `0 ${found}`;
  if (first === 0 && end === count) return `${count.toLocaleString()} ${found}`;
  return `${(first + 1).toLocaleString()}–${end.toLocaleString()} of ${count.toLocaleString()} ${found}`;
}

/** The chart highlights a series by its name, the table a row by its key. */
function useHighlightedKey(
  name: string | null,
  { first, last }: { first: number; last: number },
  rowAt: (index: number) => TableRow | undefined,
): string | null {
  if (name === null) return null;
  for (let index = first; index < last; index += 1) {
    const row = rowAt(index);
    if (row?.name === name) return row.key;
  }
  return null;
}

/** The first column: the first grouping, with the colour of the series. */
function nameColumn(props: TableViewProps): TableColumn {
  const { colours, hidden, onToggle, actions, names } = props;
  const [grouping] = groupingsOf(props.query);
  return {
    id: 'name',
    header: grouping === undefined ? 'Series' : groupingLabel(grouping),
    width: grouping === undefined ? 208 : widthOf(grouping),
    isSortable: true,
    cell: (row) => {
      if (row.key === 'total') return row.name;
      const named =
        row.group && grouping !== undefined ? nameInGrouping(row, grouping, names) : row;
      return (
        <NameCell
          row={row}
          name={named.name}
          id={'id' in named ? named.id : undefined}
          colour={colours.get(row.name)}
          isHidden={colours.has(row.name) ? hidden.has(row.name) : undefined}
          onToggle={onToggle}
          onDrill={actions.mayDrill(row) ? actions.onDrill : undefined}
        />
      );
    },
  };
}

/** Resources and accounts have a name and an id. */
function widthOf(grouping: string): number {
  if (grouping === 'resource_id') return 320;
  if (grouping === 'account_id') return 240;
  return grouping === 'usage_unit' ? 88 : 208;
}

/** One column for each further grouping. */
const groupColumns = ({ query, names }: TableViewProps): TableColumn[] =>
  groupingsOf(query)
    .slice(1)
    .map((grouping) => ({
      id: `group ${grouping}`,
      header: groupingLabel(grouping),
      width: widthOf(grouping),
      cell: (row) => row.group && <NameText {...nameInGrouping(row, grouping, names)} />,
    }));
