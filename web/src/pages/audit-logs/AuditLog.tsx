import { Anchor } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { type Entry, attributeName, auditPath, eventOf, titleOf } from './entry.js';
import { Filters, type Wanted, filterNames } from './Filters.js';

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
  { id: 'event', header: 'Was', cell: eventOf },
  {
    id: 'values',
    header: 'Attributes',
    cell: (row) =>
      row.event === 'record_updated'
        ? Object.keys(row.changed_values).map(attributeName).join(', ')
        : '',
  },
  { id: 'user', header: 'By', cell: (row) => row.user ?? 'the system' },
  { id: 'source', header: 'Through', cell: (row) => row.source },
  { id: 'workspace', header: 'Workspace', cell: (row) => row.workspace_title },
  { id: 'at', header: 'When', cell: (row) => <MomentText moment={row.created_at} /> },
];

export function AuditLog() {
  const search: Wanted = useSearch({ strict: false });
  const wanted = Object.fromEntries(filterNames.map((name) => [name, search[name] || undefined]));
  const isFiltered = Object.values(wanted).some(Boolean);
  return (
    <OnlyFor role="Owner" title="Audit log" what="The audit log is">
      <ListPage
        title="Audit log"
        text="Every change: who made it, when, and the values before and after."
        kind="entry"
        path={auditPath}
        rows="audit_logs"
        query={wanted}
        filters={<Filters />}
        columns={columns}
        empty={{
          title: isFiltered ? 'No change matches' : 'Nothing has been changed yet',
          text: isFiltered
            ? 'Take a filter away or widen the days.'
            : 'Changes are entered here as they happen.',
        }}
      />
    </OnlyFor>
  );
}
