import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { send } from '../api/client.js';
import { useGet } from '../api/queries.js';
import type {
  Answer,
  InputArguments,
  ListPath,
  QueryOf,
  RowOf,
  RowsKey,
  Schemas,
} from '../api/types.js';
import { ColumnChoice, useColumns } from './ColumnChoice.js';
import { ConfirmDelete } from './ConfirmDelete.js';
import { type Column, DataTable, type RowGroup } from './DataTable.js';
import { deleteLater } from './delete-later.js';
import { EmptyState } from './EmptyState.js';
import { ErrorNote } from './ErrorNote.js';
import { Icon } from './icons.js';
import { useListState } from './list-state.js';
import { Pager } from './Pager.js';
import { PageTitle } from './PageTitle.js';
import { RowMenu } from './RowMenu.js';
import { TableSkeleton } from './Skeletons.js';

interface ListPageProps<P extends ListPath, Key extends RowsKey<P>, Row = RowOf<P, Key>> {
  title: string;
  text?: ReactNode;
  /** The kind of object within a sentence: `saved filter`. */
  kind: string;
  /** The list of the API and the key of its rows; both give rows their type. */
  path: P;
  rows: Key;
  query?: QueryOf<P>;
  columns: readonly Column<Row>[];
  keyOf?: (row: Row) => string;
  /** Whether the list is searched by `q`. */
  isSearched?: boolean;
  create?: { label: string; to: string } | undefined;
  empty: { title: string; text: string };
  /** Further items of a row's menu. */
  actions?: (row: Row) => ReactNode;
  /** The title of a row in the dialog and toast of its deletion; without it rows cannot be deleted. */
  titleToDelete?: ((row: Row) => string) | undefined;
  /** What uses a row, in words. A row in use is deleted by itself, after its title is typed. */
  usesOf?: (row: Row) => readonly string[];
  /** Controls that filter the list through `query`. */
  filters?: ReactNode;
  /** The group of a row, for lists that the API returns by group; these are not sorted otherwise. */
  groupOf?: ((row: Row, list: Answer<P>) => RowGroup) | undefined;
  children?: ReactNode;
}

const pageSize = 100;

const deleteRow = (path: ListPath, key: string, options?: { keepalive: boolean }) =>
  send('delete', `${path}/{key}`, { path: { key }, ...options });

/** A list of the API as a page: search, sort, paging, column choice, row menu, bulk deletion. */
export function ListPage<P extends ListPath, Key extends RowsKey<P>>(props: ListPageProps<P, Key>) {
  type Row = RowOf<P, Key>;
  const {
    title,
    text,
    kind,
    path,
    rows: name,
    columns,
    create,
    titleToDelete,
    actions,
    groupOf,
  } = props;
  const keyOf = props.keyOf ?? ((row: Row) => (row as unknown as { token: string }).token);
  const state = useListState();
  const query = { ...props.query, limit: pageSize, page: state.page, q: state.text || undefined };
  const list = useGet<P>(path, ...([{ query }] as unknown as InputArguments<'get', P>));
  const response = list.data as ({ links: Schemas['Links'] } & Record<Key, Row[]>) | undefined;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [toConfirm, setToConfirm] = useState<Row>();
  const columnChoice = useColumns(path, columns);
  const search = useDebouncedCallback(state.search, 250);
  const rows = (response?.[name] ?? []).filter((row) => !hidden.has(keyOf(row)));

  const remove = (removed: Row[]) => {
    const keys = removed.map(keyOf);
    const isOne = removed.length === 1;
    setHidden(new Set([...hidden, ...keys]));
    setSelected(new Set());
    deleteLater({
      message: isOne
        ? `Deleted the ${kind} “${titleToDelete!(removed[0]!)}”.`
        : `Deleted ${removed.length} ${kind}s.`,
      send: (options) => Promise.all(keys.map((key) => deleteRow(path, key, options))),
      refresh: [path],
      restore: () => setHidden((now) => new Set([...now].filter((key) => !keys.includes(key)))),
    });
  };

  const isUsed = (row: Row) => (props.usesOf?.(row) ?? []).length > 0;
  const removeOne = (row: Row) => (isUsed(row) ? setToConfirm(row) : remove([row]));
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
              title="Objects in use can only be deleted one at a time, from their row menu"
              onClick={() => remove(removable)}
            >
              Delete {removable.length}
            </Button>
          )}
          <Group ml="auto">
            <ColumnChoice {...columnChoice} columns={columns} />
          </Group>
        </Group>
      )}
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <TableSkeleton />}
      {isEmpty && state.text && <Text c="dimmed">No matches.</Text>}
      {isEmpty && !state.text && <EmptyState {...props.empty} action={create} />}
      {rows.length > 0 && (
        <Box className={list.isPlaceholderData ? 'stale' : ''}>
          <DataTable
            label={title}
            columns={columnChoice.visible}
            rows={rows}
            keyOf={keyOf}
            {...(groupOf
              ? { groupOf: (row: Row) => groupOf(row, list.data as Answer<P>) }
              : { sorting: state.sorting, onSort: state.sort })}
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
      {toConfirm && (
        <ConfirmDelete
          kind={kind}
          title={titleToDelete!(toConfirm)}
          send={() => deleteRow(path, keyOf(toConfirm))}
          uses={props.usesOf!(toConfirm)}
          refresh={[path]}
          onClose={() => setToConfirm(undefined)}
        />
      )}
      {response && <Pager links={response.links} page={state.page} onPage={state.openPage} />}
    </>
  );
}
