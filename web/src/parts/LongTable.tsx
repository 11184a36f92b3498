import './long-table.css';
import { type ReactNode, memo, useEffect, useRef } from 'react';
import { type Column, SortButton, type Sorting, orderOf } from './DataTable.js';
import { useRowWindow } from './use-row-window.js';

export interface LongColumn<Row> extends Omit<Column<Row>, 'sort'> {
  /** In pixels; the first column also takes what is left, and is narrower on a phone. */
  width: number;
  isSortable?: boolean;
  /** Shown on hover of the header. */
  help?: string;
  /** Whether the header is hatched, because the figures are of a part only. */
  isPart?: boolean;
}

interface LongTableProps<Row> {
  label: string;
  columns: readonly LongColumn<Row>[];
  count: number;
  /** Undefined while the row is being loaded. */
  rowAt: (index: number) => Row | undefined;
  keyOf: (row: Row) => string;
  /** Rows that stay at the bottom, such as the total. */
  footer: readonly Row[];
  sorting: Sorting | undefined;
  onSort: (next: Sorting) => void;
  actions?: ((row: Row) => ReactNode) | undefined;
  highlighted: string | null;
  onHighlight: (row: Row | null) => void;
  /** Called with the rows that are visible, so that they can be loaded. */
  onWindow: (first: number, last: number) => void;
  /** The list scrolls to its beginning when this changes. */
  scrollKey: string;
}

const rowHeight = 36;
const actionsWidth = 48;

/** A table of any length: only visible rows are rendered, header, footer and first column stay in view. */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const { label, columns, count, rowAt, keyOf, footer, actions, sorting, onSort, onWindow } = props;
  const element = useRef<HTMLDivElement>(null);
  const covered = rowHeight * (1 + footer.length);
  const { first, last, visible, above, below } = useRowWindow(element, rowHeight, count, covered);
  useEffect(() => onWindow(visible.first, visible.last), [onWindow, visible.first, visible.last]);
  useEffect(() => {
    element.current?.scrollTo({ top: 0 });
  }, [props.scrollKey]);
  const width = columns.slice(1).reduce((sum, column) => sum + column.width, 0);
  const span = columns.length + (actions ? 1 : 0);
  const rest = width + (actions ? actionsWidth : 0);
  const minWidth = `calc(min(${columns[0]?.width ?? 0}px, var(--max-first-width)) + ${rest}px)`;
  return (
    <div className="long-table-scroll" tabIndex={0} role="region" aria-label={label} ref={element}>
      <table
        className="long-table"
        aria-label={label}
        aria-rowcount={count + footer.length + 1}
        style={{ minWidth }}
      >
        <colgroup>
          {columns.map(({ id, width }, index) => (
            <col key={id} style={index === 0 ? undefined : { width }} />
          ))}
          {actions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th
                key={column.id}
                className={headerClass(column)}
                title={column.help}
                aria-sort={column.isSortable ? orderOf(column, sorting) : undefined}
              >
                {column.isSortable ? (
                  <SortButton column={column} sorting={sorting} onSort={onSort} />
                ) : (
                  column.header
                )}
              </th>
            ))}
            {actions && (
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} span={span} />
          {Array.from({ length: last - first }, (_, offset) => {
            const row = rowAt(first + offset);
            const key = row === undefined ? `row ${first + offset}` : keyOf(row);
            return (
              <LongRow
                key={key}
                row={row}
                index={first + offset}
                columns={columns}
                actions={actions}
                isHighlighted={props.highlighted === key}
                onHighlight={props.onHighlight}
              />
            );
          })}
          <Spacer height={below} span={span} />
        </tbody>
        <tfoot>
          {footer.map((row, index) => (
            <tr key={keyOf(row)} aria-rowindex={count + index + 2}>
              {columns.map(({ id, cell, isNumeric }) => (
                <td key={id} className={isNumeric ? 'numeric' : undefined}>
                  {cell(row)}
                </td>
              ))}
              {actions && <td />}
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  );
}

function headerClass<Row>({ isNumeric, isPart }: LongColumn<Row>): string | undefined {
  const names = [isNumeric && 'numeric', isPart && 'part'].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}

const Spacer = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    <tr className="spacer" aria-hidden style={{ height }}>
      <td colSpan={span} />
    </tr>
  );

interface LongRowProps<Row> {
  row: Row | undefined;
  index: number;
  columns: readonly LongColumn<Row>[];
  actions: ((row: Row) => ReactNode) | undefined;
  isHighlighted: boolean;
  onHighlight: (row: Row | null) => void;
}

/** Memoized, because scrolling renders the table many times a second. */
const LongRow = memo(function LongRow<Row>(props: LongRowProps<Row>) {
  const { row, index, columns, actions, isHighlighted, onHighlight } = props;
  if (row === undefined) {
    return (
      <tr aria-rowindex={index + 2}>
        {columns.map(({ id }) => (
          <td key={id}>
            <span className="placeholder" />
          </td>
        ))}
        {actions && <td />}
      </tr>
    );
  }
  return (
    <tr
      aria-rowindex={index + 2}
      className={isHighlighted ? 'highlighted' : undefined}
      onMouseEnter={() => onHighlight(row)}
      onMouseLeave={() => onHighlight(null)}
    >
      {columns.map(({ id, cell, isNumeric }) => (
        <td key={id} className={isNumeric ? 'numeric' : undefined}>
          {cell(row)}
        </td>
      ))}
      {actions && <td className="numeric">{actions(row)}</td>}
    </tr>
  );
}) as <Row>(props: LongRowProps<Row>) => ReactNode;
