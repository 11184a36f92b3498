import { Code, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/types.js';
import { formatExactMoney } from '../../../lib/money.js';
import { type Column, DataTable } from '../../../parts/DataTable.js';
import { DateText, MomentText, Money } from '../../../parts/figures.js';
import { Pager } from '../../../parts/Pager.js';

type Line = Schemas['CostLine'];
type Load = Schemas['ExplainedLoad'];
type Rate = Schemas['ExplainedRate'];

interface ExplanationProps {
  explanation: Schemas['CostExplanation'];
  page: number;
  onPage: (page: number) => void;
  /** Follows the figure. */
  children: ReactNode;
}

/** Applied filters, loads, exchange rates and bill lines of a figure. */
export function Explanation({ explanation, page, onPage, children }: ExplanationProps) {
  const { cost, filters, loads, exchange_rates: rates } = explanation;
  return (
    <Stack gap="md">
      <div>
        <Text fz={28} fw={600}>
          {formatExactMoney(cost.amount, cost.currency)}
        </Text>
        <Text size="sm" c="dimmed">
          {explanation.lines_count.toLocaleString()} lines from {loads.length}{' '}
          {loads.length === 1 ? 'load' : 'loads'} sum to exactly{' '}
          {formatExactMoney(explanation.lines_amount, cost.currency)}.
        </Text>
      </div>
      {children}
      {filters.length > 0 && (
        <section>
          <Title order={3} mb={4}>
            Applied filters
          </Title>
          {filters.map(({ text }) => (
            <Code block key={text} className="wrapped">
              {text}
            </Code>
          ))}
        </section>
      )}
      <section>
        <Title order={3}>Loads</Title>
        <DataTable
          label="Loads"
          columns={loadColumns}
          rows={loads}
          keyOf={(row) => String(row.load_id)}
        />
      </section>
      {rates.length > 0 && (
        <section>
          <Title order={3}>Exchange rates</Title>
          <DataTable
            label="Exchange rates"
            columns={rateColumns}
            rows={rates}
            keyOf={(row) => row.base_currency_code + row.date}
          />
        </section>
      )}
      <section>
        <Title order={3}>Bill lines</Title>
        <DataTable
          label="Bill lines"
          columns={lineColumns(cost.currency)}
          rows={explanation.lines}
          keyOf={(row) => row.line_id}
        />
        <Pager links={explanation.links} page={page} onPage={onPage} />
      </section>
    </Stack>
  );
}

const loadColumns: Column<Load>[] = [
  { id: 'load', header: 'Load', cell: (row) => row.load_id },
  { id: 'format', header: 'Format', cell: (row) => row.format },
  { id: 'partition', header: 'Partition', cell: (row) => row.partition },
  { id: 'imported', header: 'Imported', cell: (row) => <MomentText moment={row.imported_at} /> },
  {
    id: 'lines',
    header: 'Lines',
    isNumeric: true,
    cell: (row) => row.lines_count.toLocaleString(),
  },
];

const rateColumns: Column<Rate>[] = [
  {
    id: 'pair',
    header: 'Currencies',
    cell: (row) => `${row.base_currency_code} to ${row.currency_code}`,
  },
  { id: 'date', header: 'Date', cell: (row) => <DateText day={row.date} /> },
  { id: 'rate', header: 'Rate', isNumeric: true, cell: (row) => row.rate },
];

const lineColumns = (currency: string): Column<Line>[] => [
  {
    id: 'description',
    header: 'Description',
    cell: (row) => (
      <>
        {row.description ?? row.service}
        <Text size="xs" c="dimmed">
          {[row.charge_type, row.resource_id].filter(Boolean).join(' · ')}
        </Text>
        {row.source_file !== '' && (
          <Text size="xs" c="dimmed">
            {row.source_file}, row {row.source_row.toLocaleString()}
          </Text>
        )}
      </>
    ),
  },
  { id: 'date', header: 'Usage date', cell: (row) => <DateText day={row.usage_date} /> },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    cell: (row) => <Money amount={row.amount} currency={row.currency} />,
  },
  {
    id: 'counted',
    header: 'Counted amount',
    isNumeric: true,
    cell: (row) => (
      <>
        <Money amount={row.counted_amount} currency={currency} />
        <Text size="xs" c="dimmed">
          {[row.share !== '1.0' && `× ${row.share}`, row.rate && `at ${row.rate}`]
            .filter(Boolean)
            .join(' ')}
        </Text>
      </>
    ),
  },
];
