import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import {
  resourceColumns,
  stateColumn,
  trendColumn,
  utilizationColumn,
} from '../../features/resources/resource-columns.js';
import { type Resource, resourcesPath } from '../../features/resources/resource.js';
import { ResourceName } from '../../features/resources/ResourceName.js';
import { ListPage } from '../../parts/ListPage.js';
import { FilterLine } from './FilterLine.js';
import '../../features/resources/resources.css';

/** What providers bill for and inventories list, the largest cost first. */
export function Resources() {
  const workspace = useWorkspace();
  const { filter = '' }: { filter?: string } = useSearch({ strict: false });
  const names = useNames();
  const columns = useMemo(() => columnsOf(names), [names]);
  return (
    <ListPage
      title="Resources"
      text="What bills charge and inventories list, the largest cost first. Costs are those of 30 complete days without tax, credits and refunds."
      kind="resource"
      path={resourcesPath}
      rows="resources"
      query={{
        workspace_token: workspace?.token,
        include_summary: true,
        include_daily_costs: true,
        ...(filter && { filter }),
      }}
      columns={columns}
      isSearched
      filters={<FilterLine key={filter} filter={filter} />}
      empty={
        filter
          ? { title: 'No resource matches the filter', text: 'Change the filter, or remove it.' }
          : {
              title: 'There are no resources yet',
              text: 'They appear after the import of a bill with resource ids, or of an inventory file.',
            }
      }
    >
      <Button component={Link} to="/resource-reports" variant="default">
        Resource reports
      </Button>
    </ListPage>
  );
}

function columnsOf(names: Names) {
  const base = resourceColumns(names);
  return [
    { ...base.label, cell: (row: Resource) => <ResourceName resource={row} hasType /> },
    base.accrued_costs,
    trendColumn,
    base.recommendation_savings,
    base.account,
    base.region,
    utilizationColumn,
    stateColumn,
  ];
}
