import { Anchor } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { type Entry, attributeName, eventOf, titleOf } from './entry.js';
import { type AuditFilters, Filters, filterNames } from './Filters.js';

const columns: Column<Entry>[] = [
  {
    id: 'object',
    header: 'Object',
    cell: (row) => (
      <Anchor component={Link} to={`/audit-log/${row.token}`}>
        {titleOf(row)}
      </Anchor>
    ),
  },
  { id: 'event', header: 'Change', cell: eventOf },
  {
    id: 'values',
    header: 'Attributes',
    cell: (row) =>
      row.event === 'record_updated'
        ? Object.keys(row.changed_values).map(attributeName).join(', ')
        : '',
  },
  { id: 'user', header: 'User', cell: (row) => row.user ?? 'System' },
  { id: 'source', header: 'Source', cell: (row) => row.source },
  { id: 'workspace', header: 'Workspace', cell: (row) => row.workspace_title },
  { id: 'at', header: 'Time', cell: (row) => <MomentText moment={row.created_at} /> },
];

export function AuditLog() {
  const search: AuditFilters = useSearch({ strict: false });
  const query = Object.fromEntries(filterNames.map((name) => [name, search[name] || undefined]));
  const isFiltered = Object.values(query).some(Boolean);
  return (
    <OnlyFor role="Owner" title="Audit log" what="The audit log is">
      <ListPage
        title="Audit log"
        text="Every change: who made it, when, and the previous and new values."
        kind="entry"
        path="/v2/audit_logs"
        rows="audit_logs"
        query={query}
        filters={<Filters />}
        columns={columns}
        empty={{
          title: isFiltered ? 'No matches' : 'No changes yet',
          text: isFiltered
            ? 'Remove a filter or choose a longer date range.'
            : 'Changes appear here as they are made.',
        }}
      />
    </OnlyFor>
  );
}
