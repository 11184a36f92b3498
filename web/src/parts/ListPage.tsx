import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Query } from '../api/client.js';
import { type ListAnswer, useGet } from '../api/queries.js';
import { ColumnChoice, useColumns } from './ColumnChoice.js';
import { ConfirmDelete } from './ConfirmDelete.js';
import { type Column, DataTable } from './DataTable.js';
import { deleteLater } from './delete-later.js';
import { EmptyState } from './EmptyState.js';
import { ErrorNote } from './ErrorNote.js';
import { Icon } from './icons.js';
import { useListState } from './list-state.js';
import { Pager } from './Pager.js';
import { PageTitle } from './PageTitle.js';
import { RowMenu } from './RowMenu.js';
import { TableSkeleton } from './Skeletons.js';

interface Named {
  token: string;
}

interface ListPageProps<Row> {
  title: string;
  text?: string;
  /** `saved filter`, as sentences name one. */
  kind: string;
  /** The list of the API and the name it has its rows under. */
  path: string;
  rows: string;
  query?: Query;
  columns: readonly Column<Row>[];
  keyOf?: (row: Row) => string;
  /** Whether the API list takes `q`. */
  isSearched?: boolean;
  create?: { label: string; to: string } | undefined;
  empty: { title: string; text: string };
  /** More entries of a row's menu. */
  actions?: (row: Row) => ReactNode;
  /** Set where deleting is cheap to undo; gives rows a menu entry and a bulk action. */
  titleToDelete?: ((row: Row) => string) | undefined;
  /** What uses a row, in words; such a row is deleted by itself and with its title typed. */
  usesOf?: (row: Row) => readonly string[];
  /** More ways to narrow the list, kept in `query`. */
  filters?: ReactNode;
  children?: ReactNode;
}

const pageSize = 100;

/** A list of the API as a page: search, sort, paging, column choice, row menu, bulk deletion. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, text, kind, path, rows: name, columns, create, titleToDelete, actions } = props;
  const keyOf = props.keyOf ?? ((row: Row) => (row as unknown as Named).token);
  const state = useListState();
  const query = { ...props.query, limit: pageSize, page: state.page, q: state.text || undefined };
  const list = useGet<ListAnswer>(path, query);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [doomed, setDoomed] = useState<Row>();
  const choice = useColumns(path, columns);
  const search = useDebouncedCallback(state.search, 250);
  const rows = ((list.data?.[name] ?? []) as Row[]).filter((row) => !hidden.has(keyOf(row)));

  const remove = (removed: Row[]) => {
    const keys = removed.map(keyOf);
    const isOne = removed.length === 1;
    setHidden(new Set([...hidden, ...keys]));
    setSelected(new Set());
    deleteLater({
      message: isOne
        ? `Deleted the ${kind} “${titleToDelete!(removed[0]!)}”.`
        : `Deleted ${removed.length} ${kind}s.`,
      paths: keys.map((key) => `${path}/${key}`),
      refresh: [path],
      restore: () => setHidden((now) => new Set([...now].filter((key) => !keys.includes(key)))),
    });
  };

  const isUsed = (row: Row) => (props.usesOf?.(row) ?? []).length > 0;
  const removeOne = (row: Row) => (isUsed(row) ? setDoomed(row) : remove([row]));
  const removable = rows.filter((row) => selected.has(keyOf(row)) && !isUsed(row));

  const isEmpty = list.isSuccess && rows.length === 0;
  return (
    <>
      <PageTitle title={title} {...(text ? { text } : {})}>
        {props.children}
        {create && (
          <Button component={Link} to={create.to} leftSection={<Icon name="add" />}>
            {create.label}
          </Button>
        )}
      </PageTitle>
      {props.filters}
      {(!isEmpty || state.text || state.page > 1) && (
        <Group mb="sm" gap="sm">
          {props.isSearched && (
            <TextInput
              aria-label={`Search ${title.toLowerCase()}`}
              placeholder="Search"
              leftSection={<Icon name="search" size={14} />}
              defaultValue={state.text}
              onChange={(event) => search(event.currentTarget.value)}
            />
          )}
          {titleToDelete && selected.size > 0 && (
            <Button
              variant="default"
              disabled={removable.length === 0}
              title="What is in use is deleted one by one, from the menu of its row"
              onClick={() => remove(removable)}
            >
              Delete {removable.length}
            </Button>
          )}
          <Group ml="auto">
            <ColumnChoice {...choice} columns={columns} />
          </Group>
        </Group>
      )}
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <TableSkeleton />}
      {isEmpty && state.text && <Text c="dimmed">Nothing is called so.</Text>}
      {isEmpty && !state.text && <EmptyState {...props.empty} action={create} />}
      {rows.length > 0 && (
        <Box className={list.isPlaceholderData ? 'stale' : ''}>
          <DataTable
            label={title}
            columns={choice.shown}
            rows={rows}
            keyOf={keyOf}
            sorting={state.sorting}
            onSort={state.sort}
            {...(titleToDelete ? { selected, onSelect: setSelected } : {})}
            {...(actions || titleToDelete
              ? {
                  actions: (row: Row) => (
                    <RowMenu
                      {...(titleToDelete
                        ? { label: titleToDelete(row), onDelete: () => removeOne(row) }
                        : {})}
                    >
                      {actions?.(row)}
                    </RowMenu>
                  ),
                }
              : {})}
          />
        </Box>
      )}
      {doomed && (
        <ConfirmDelete
          kind={kind}
          title={titleToDelete!(doomed)}
          path={`${path}/${keyOf(doomed)}`}
          uses={props.usesOf!(doomed)}
          refresh={[path]}
          onClose={() => setDoomed(undefined)}
        />
      )}
      {list.data && <Pager links={list.data.links} page={state.page} onPage={state.turn} />}
    </>
  );
}
