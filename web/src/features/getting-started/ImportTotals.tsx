import { formatNumber } from '../../lib/money.js';
import { Text, Title } from '@mantine/core';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import { countOf } from '../../lib/text.js';
import type { ImportRun, Load } from '../integrations/import-run.js';
import { ImportResult } from '../integrations/ImportResult.js';
import { RejectedRowTable } from '../integrations/RejectedRowTable.js';

type Month = Load['months'][number];

/** The totals of an import by month, and its rejected rows. */
export function ImportTotals({ run: { loads, rejected_rows: rejected } }: { run: ImportRun }) {
  const lines = loads.reduce((sum, load) => sum + load.lines, 0);
  return (
    <>
      <ImportResult loads={loads} />
      <Text size="sm" c="dimmed">
        {countOf(lines, 'cost line')} from these rows.
      </Text>
      <DataTable
        label="Totals by month"
        columns={monthColumns}
        rows={loads.flatMap(({ months }) => months)}
        keyOf={({ month, currency }) => month + currency}
      />
      {loads
        .flatMap(({ warnings }) => warnings)
        .map(({ code, count, example }) => (
          <Text key={code + example} size="sm" c="dimmed">
            {formatNumber(count)} × {code.replaceAll('_', ' ')}, for example {example}
          </Text>
        ))}
      {rejected.length > 0 && (
        <>
          <Title order={3}>Rejected rows</Title>
          <RejectedRowTable rows={rejected} />
        </>
      )}
    </>
  );
}

const monthColumns: Column<Month>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => month.slice(0, 7) },
  { id: 'rows', header: 'Rows', isNumeric: true, cell: ({ rows }) => formatNumber(rows) },
  {
    id: 'billed',
    header: 'Billed cost',
    isNumeric: true,
    cell: ({ billed, currency }) => <Money amount={billed} currency={currency} />,
  },
];
