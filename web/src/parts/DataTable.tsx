import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import { Fragment, type ReactNode, memo } from 'react';
import { Icon } from './icons.js';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The sort key of a row; columns without it are not sortable. */
  sort?: (row: Row) => string | number;
  isNumeric?: boolean;
}

export interface Sorting {
  id: string;
  isDescending: boolean;
}

/** Consecutive rows of a group are listed below its header. */
export interface RowGroup {
  key: string;
  header: ReactNode;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** A row that stays at the bottom, such as the total. */
  footer?: Row | undefined;
  keyOf: (row: Row) => string;
  sorting?: Sorting | undefined;
  onSort?: (next: Sorting) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (next: ReadonlySet<string>) => void;
  actions?: (row: Row) => ReactNode;
  groupOf?: ((row: Row) => RowGroup) | undefined;
  /** The key of the highlighted row, such as that of the hovered series of a chart. */
  highlighted?: string | null;
  onHighlight?: (key: string | null) => void;
}

/** A table with sortable columns and, optionally, selectable rows and a column of actions. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    footer,
    keyOf,
    sorting,
    onSort,
    selected,
    onSelect,
    actions,
    groupOf,
    highlighted,
    onHighlight,
  } = props;
  const keys = rows.map(keyOf);
  const width = columns.length + (selected ? 1 : 0) + (actions ? 1 : 0);
  const sortedRows = sortRows(rows, columns, sorting);
  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect?.(next);
  };
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <Table verticalSpacing={6} aria-label={label} className="data-table">
        <Table.Thead>
          <Table.Tr>
            {selected && (
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label="Select all"
                  checked={keys.length > 0 && selected.size === keys.length}
                  indeterminate={selected.size > 0 && selected.size < keys.length}
                  onChange={() => onSelect?.(new Set(selected.size === keys.length ? [] : keys))}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Header
                key={column.id}
                column={column}
                isSortable={column.sort !== undefined}
                sorting={sorting}
                onSort={onSort}
              />
            ))}
            {actions && (
              <Table.Th w={48}>
                <span className="visually-hidden">Actions</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sortedRows.map((row, index) => {
            const key = keyOf(row);
            const group = groupOf?.(row);
            const before = index > 0 ? groupOf?.(sortedRows[index - 1]!).key : undefined;
            return (
              <Fragment key={key}>
                {group && group.key !== before && (
                  <tr className="group-row">
                    <th colSpan={width} scope="rowgroup">
                      {group.header}
                    </th>
                  </tr>
                )}
                <TableRow
                  row={row}
                  id={key}
                  columns={columns}
                  isSelected={selected?.has(key)}
                  onToggle={selected && toggle}
                  actions={actions}
                  isHighlighted={highlighted === key}
                  onHighlight={onHighlight}
                />
              </Fragment>
            );
          })}
        </Table.Tbody>
        {footer !== undefined && (
          <tfoot>
            <TableRow
              row={footer}
              id=""
              columns={columns}
              isSelected={undefined}
              onToggle={undefined}
              actions={undefined}
              isHighlighted={false}
              onHighlight={undefined}
            />
          </tfoot>
        )}
      </Table>
    </div>
  );
}

interface TableRowProps<Row> {
  row: Row;
  id: string;
  columns: readonly Column<Row>[];
  isSelected: boolean | undefined;
  onToggle: ((key: string) => void) | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
  isHighlighted: boolean;
  onHighlight: ((key: string | null) => void) | undefined;
}

/** Built of plain elements and memoized, because tables have hundreds of rows. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const {
    row,
    id: key,
    columns,
    isSelected,
    onToggle,
    actions,
    isHighlighted,
    onHighlight,
  } = props;
  return (
    <tr
      className={isHighlighted ? 'highlighted' : undefined}
      onMouseEnter={() => onHighlight?.(key)}
      onMouseLeave={() => onHighlight?.(null)}
    >
      {onToggle && (
        <td>
          <Checkbox
            size="xs"
            aria-label="Select"
            checked={isSelected ?? false}
            onChange={() => onToggle(key)}
          />
        </td>
      )}
      {columns.map(({ id, cell, isNumeric }) => (
        <td key={id} className={isNumeric ? 'numeric' : undefined}>
          {cell(row)}
        </td>
      ))}
      {actions && <td className="numeric">{actions(row)}</td>}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

interface SortProps {
  column: { id: string; header: string; isNumeric?: boolean };
  sorting: Sorting | undefined;
  onSort: (next: Sorting) => void;
}

interface HeaderProps extends Omit<SortProps, 'onSort'> {
  isSortable: boolean;
  onSort: SortProps['onSort'] | undefined;
}

function Header({ column, isSortable, sorting, onSort }: HeaderProps) {
  const className = column.isNumeric ? 'numeric' : '';
  if (!isSortable || !onSort) return <Table.Th className={className}>{column.header}</Table.Th>;
  return (
    <Table.Th className={className} aria-sort={orderOf(column, sorting)}>
      <SortButton column={column} sorting={sorting} onSort={onSort} />
    </Table.Th>
  );
}

/** The `aria-sort` of a sortable column. */
export function orderOf({ id }: { id: string }, sorting: Sorting | undefined) {
  if (sorting?.id !== id) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}

/** The header of a sortable column: a click sorts by it, or reverses the order. */
export function SortButton({ column, sorting, onSort }: SortProps) {
  const isSorted = sorting?.id === column.id;
  const isDescending = isSorted ? !sorting.isDescending : Boolean(column.isNumeric);
  return (
    <UnstyledButton
      fz="inherit"
      fw="inherit"
      onClick={() => onSort({ id: column.id, isDescending })}
    >
      {column.header} {isSorted && <Icon name={sorting.isDescending ? 'down' : 'up'} size={12} />}
    </UnstyledButton>
  );
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting?: Sorting,
): readonly Row[] {
  const keyOf = columns.find((column) => column.id === sorting?.id)?.sort;
  if (!keyOf) return rows;
  const sign = sorting!.isDescending ? -1 : 1;
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other), undefined, { numeric: true });
  return rows.toSorted((one, other) => sign * compare(keyOf(one), keyOf(other)));
}
