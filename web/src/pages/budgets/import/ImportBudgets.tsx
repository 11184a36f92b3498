import { Alert, Button, Code, Group, List, Stack, Switch, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../../api/current-user.js';
import { invalidate } from '../../../api/queries.js';
import { budgetsPath, useBudgets } from '../../../features/budgets/budget.js';
import { formatBin } from '../../../lib/dates.js';
import { sumOf } from '../../../lib/decimal.js';
import { BackLink } from '../../../parts/BackLink.js';
import { type Column, DataTable } from '../../../parts/DataTable.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { FileDrop } from '../../../parts/FileDrop.js';
import { Money } from '../../../parts/figures.js';
import { OnlyFor } from '../../../parts/OnlyFor.js';
import { PageTitle } from '../../../parts/PageTitle.js';
import { toast } from '../../../parts/toasts.js';
import { type ImportStep, planImport } from './plan-import.js';
import { type BudgetCsv, readBudgetCsv } from './read-budget-csv.js';
import { runImport } from './run-import.js';

/** Imports budgets from a CSV file, after a preview. */
export function ImportBudgets() {
  return (
    <OnlyFor role="Editor" title="Import budgets" what="Importing budgets is">
      <BackLink to="/budgets" label="Budgets" />
      <PageTitle title="Import budgets" />
      <ImportForm />
    </OnlyFor>
  );
}

const example = `Budget,Parent Budget,2027-01,2027-02
Cloud,,,
Production,Cloud,12000,12500.50
Development,Cloud,3000,`;

function ImportForm() {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const budgets = useBudgets().data?.budgets;
  const [file, setFile] = useState<BudgetCsv & { fileName: string }>();
  const [overwrites, setOverwrites] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [stored, setStored] = useState<readonly string[]>([]);
  const [error, setError] = useState<unknown>();
  const plan = file && budgets && planImport(file.budgets, budgets, overwrites);
  const problems = file ? [...file.problems, ...(plan?.problems ?? [])] : [];
  const choose = async (chosen: File) => {
    setError(undefined);
    setStored([]);
    setFile({ ...readBudgetCsv(await chosen.text()), fileName: chosen.name });
  };
  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await runImport(plan!, workspace?.token, (name) => setStored((now) => [...now, name]));
      await invalidate(budgetsPath);
      toast(`Imported ${plan!.steps.length} budgets.`);
      await navigate({ to: '/budgets' });
    } catch (failure) {
      setError(failure);
      await invalidate(budgetsPath);
    }
    setBusy(false);
  };
  return (
    <Stack gap="md" maw={1080}>
      <Text size="sm">
        One line per budget and one column per month. The column <Code>Parent Budget</Code> is
        optional; a parent has no amounts of its own. Blank cells create no amount.
      </Text>
      <Code block>{example}</Code>
      <FileDrop
        what="a CSV file of budgets"
        accept=".csv,text/csv"
        isBusy={isBusy}
        onFile={(chosen) => void choose(chosen)}
      />
      <Switch
        label="Overwrite periods"
        description="Replaces the amounts of existing budgets with the same name."
        checked={overwrites}
        onChange={(event) => setOverwrites(event.currentTarget.checked)}
      />
      {error !== undefined && (
        <>
          <ErrorNote error={error} />
          {stored.length > 0 && (
            <Text size="sm">
              Stored before the error: {stored.join(', ')}. Import the file again with “Overwrite
              periods” to continue.
            </Text>
          )}
        </>
      )}
      {problems.length > 0 && <Problems problems={problems} />}
      {plan && file && plan.steps.length > 0 && (
        <>
          <Preview steps={plan.steps} currency={workspace?.currency ?? ''} />
          <Group>
            <Button disabled={problems.length > 0} loading={isBusy} onClick={() => void run()}>
              Import {plan.steps.length} {plan.steps.length === 1 ? 'budget' : 'budgets'}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

const Problems = ({ problems }: { problems: readonly string[] }) => (
  <Alert color="red" variant="outline" title="The file cannot be imported" role="alert">
    <List size="sm">
      {problems.map((problem) => (
        <List.Item key={problem}>{problem}</List.Item>
      ))}
    </List>
  </Alert>
);

function Preview({ steps, currency }: { steps: readonly ImportStep[]; currency: string }) {
  const columns: Column<ImportStep>[] = [
    { id: 'name', header: 'Budget', cell: ({ name }) => name },
    { id: 'parent', header: 'Parent', cell: ({ parent }) => parent || '–' },
    { id: 'months', header: 'Months', cell: monthsText },
    {
      id: 'sum',
      header: 'Sum',
      isNumeric: true,
      cell: ({ periods }) => (
        <Money amount={sumOf(periods.map(({ amount }) => amount))} currency={currency} />
      ),
    },
    {
      id: 'action',
      header: 'Import',
      cell: ({ existing }) => (existing ? 'Replaces its amounts' : 'New budget'),
    },
  ];
  return (
    <DataTable
      label="Budgets of the file"
      columns={columns}
      rows={steps}
      keyOf={({ line }) => String(line)}
    />
  );
}

function monthsText({ periods, children }: ImportStep): string {
  if (children.length > 0) return `Sum of ${children.join(', ')}`;
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return 'No amounts';
  const start = formatBin(first.start_at, 'month');
  return periods.length === 1
    ? start
    : `${periods.length}, ${start} to ${formatBin(last.start_at, 'month')}`;
}
