import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import {
  type ScenarioModel,
  periodText,
  scenarioModelsPath,
  scopeOf,
} from '../../features/scenario-models/scenario-model.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';

const columnsFor = (currency: string, names: Names): Column<ScenarioModel>[] => [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/scenario-models/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'scope',
    header: 'Scope',
    sort: (row) => scopeOf(row, names),
    cell: (row) => scopeOf(row, names),
  },
  {
    id: 'periods',
    header: 'Changes',
    cell: (row) =>
      row.periods.map((period) => (
        <Text key={JSON.stringify(period)} size="sm">
          {periodText(period, currency)}
        </Text>
      )),
  },
  {
    id: 'priority',
    header: 'Priority',
    isNumeric: true,
    sort: (row) => row.priority ?? Number.MAX_SAFE_INTEGER,
    cell: (row) => row.priority ?? 'Last',
  },
  {
    id: 'updated',
    header: 'Updated',
    sort: (row) => row.updated_at,
    cell: (row) => <MomentText moment={row.updated_at} />,
  },
];

export function ScenarioModels() {
  const currency = useWorkspace()?.currency ?? '';
  const names = useNames({ hasAccounts: false });
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Scenario models"
      text="Planned changes of costs, as an amount per month or a percentage, for a period and a scope. Report forecasts apply them."
      kind="scenario model"
      path={scenarioModelsPath}
      rows="scenario_models"
      columns={columnsFor(currency, names)}
      create={mayEdit ? { label: 'New scenario model', to: '/scenario-models/new' } : undefined}
      empty={{
        title: 'There are no scenario models yet',
        text: 'Create one for a migration, launch or contract that past costs do not reflect, then use it in a forecast.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}
