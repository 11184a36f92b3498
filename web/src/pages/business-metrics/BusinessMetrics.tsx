import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';
import { type BusinessMetric, businessMetricsPath } from './business-metric.js';
import { SourceText } from './SourceText.js';

const columns: Column<BusinessMetric>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/business-metrics/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'source',
    header: 'Values',
    sort: (row) => row.import_type ?? '',
    cell: (row) => <SourceText metric={row} />,
  },
  {
    id: 'reports',
    header: 'Reports',
    isNumeric: true,
    sort: (row) => row.cost_report_tokens_with_metadata.length,
    cell: (row) => row.cost_report_tokens_with_metadata.length,
  },
];

export function BusinessMetrics() {
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Business metrics"
      text="What the company makes or serves, day by day, to set against its costs: orders, customers, requests."
      kind="business metric"
      path={businessMetricsPath}
      rows="business_metrics"
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New business metric', to: '/business-metrics/new' } : undefined}
      empty={{
        title: 'There are no business metrics yet',
        text: 'Make one and upload its values as a CSV to see what one order or one customer costs.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
      usesOf={({ cost_report_tokens_with_metadata: { length } }) =>
        length === 0 ? [] : [length === 1 ? 'one cost report' : `${length} cost reports`]
      }
    />
  );
}
