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
    header: 'Source',
    sort: (row) => row.import_type ?? '',
    cell: (row) => <SourceText metric={row} />,
  },
  {
    id: 'reports',
    header: 'Cost reports',
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
      text="Daily figures such as orders, customers or requests, used to calculate unit costs."
      kind="business metric"
      path={businessMetricsPath}
      rows="business_metrics"
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New business metric', to: '/business-metrics/new' } : undefined}
      empty={{
        title: 'There are no business metrics yet',
        text: 'Create one and upload its values as CSV, or import them from a monitoring tool, to see the cost per order or per customer.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
      usesOf={({ cost_report_tokens_with_metadata: { length } }) =>
        length === 0 ? [] : [length === 1 ? 'one cost report' : `${length} cost reports`]
      }
    />
  );
}
