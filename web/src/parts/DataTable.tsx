import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../frame/icons.js';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What rows are sorted by; a column without it is not sorted. */
  sort?: (row: Row) => string | number;
  isNumeric?: boolean;
}

export interface Sorting {
  id: string;
  isDescending: boolean;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sorting?: Sorting | undefined;
  onSort?: (next: Sorting) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (next: ReadonlySet<string>) => void;
  actions?: (row: Row) => ReactNode;
  /** The row that something else on the page points at. */
  lit?: string | null;
  onLight?: (key: string | null) => void;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    keyOf,
    sorting,
    onSort,
    selected,
    onSelect,
    actions,
    lit,
    onLight,
  } = props;
  const all = rows.map(keyOf);
  const shown = sorted(rows, columns, sorting);
  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect?.(next);
  };
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <Table highlightOnHover verticalSpacing={6} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {selected && (
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label="Select all"
                  checked={all.length > 0 && selected.size === all.length}
                  indeterminate={selected.size > 0 && selected.size < all.length}
                  onChange={() => onSelect?.(new Set(selected.size === all.length ? [] : all))}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Header key={column.id} column={column} sorting={sorting} onSort={onSort} />
            ))}
            {actions && (
              <Table.Th w={48}>
                <span className="only-heard">Actions</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => {
            const key = keyOf(row);
            return (
              <Table.Tr
                key={key}
                className={lit === key ? 'lit' : ''}
                onMouseEnter={() => onLight?.(key)}
                onMouseLeave={() => onLight?.(null)}
              >
                {selected && (
                  <Table.Td>
                    <Checkbox
                      size="xs"
                      aria-label="Select"
                      checked={selected.has(key)}
                      onChange={() => toggle(key)}
                    />
                  </Table.Td>
                )}
                {columns.map(({ id, cell, isNumeric }) => (
                  <Table.Td key={id} className={isNumeric ? 'numeric' : ''}>
                    {cell(row)}
                  </Table.Td>
                ))}
                {actions && <Table.Td className="numeric">{actions(row)}</Table.Td>}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface HeaderProps<Row> {
  column: Column<Row>;
  sorting: Sorting | undefined;
  onSort: ((next: Sorting) => void) | undefined;
}

function Header<Row>({ column, sorting, onSort }: HeaderProps<Row>) {
  const className = column.isNumeric ? 'numeric' : '';
  if (!column.sort || !onSort) return <Table.Th className={className}>{column.header}</Table.Th>;
  const isThis = sorting?.id === column.id;
  const order = sorting?.isDescending ? 'descending' : 'ascending';
  const next = {
    id: column.id,
    isDescending: isThis ? !sorting.isDescending : Boolean(column.isNumeric),
  };
  return (
    <Table.Th className={className} aria-sort={isThis ? order : 'none'}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(next)}>
        {column.header} {isThis && <Icon name={sorting.isDescending ? 'down' : 'up'} size={12} />}
      </UnstyledButton>
    </Table.Th>
  );
}

function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting?: Sorting,
): readonly Row[] {
  const by = columns.find((column) => column.id === sorting?.id)?.sort;
  if (!by) return rows;
  const sign = sorting!.isDescending ? -1 : 1;
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other), undefined, { numeric: true });
  return rows.toSorted((one, other) => sign * compare(by(one), by(other)));
}
