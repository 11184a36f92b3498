import { Code, Stack, Text, Title } from '@mantine/core';
import type { Links } from '../../../api/queries.js';
import { formatExactMoney } from '../../../lib/money.js';
import { type Column, DataTable } from '../../../parts/DataTable.js';
import { DateText, MomentText, Money } from '../../../parts/figures.js';
import { Pager } from '../../../parts/Pager.js';

interface Line {
  line_id: string;
  source_file: string;
  source_row: number;
  usage_date: string;
  service: string;
  resource_id: string | null;
  description: string | null;
  charge_type: string;
  amount: string;
  currency: string;
  share: string;
  rate: string | null;
  counted_amount: string;
}

interface Load {
  load_id: number;
  format: string;
  partition: string;
  imported_at: string | null;
  lines_count: number;
}

interface Rate {
  base_currency_code: string;
  currency_code: string;
  date: string;
  rate: string;
}

export interface ExplanationBody {
  links: Links;
  cost: { amount: string; currency: string };
  lines_amount: string;
  lines_count: number;
  filters: { text: string }[];
  loads: Load[];
  exchange_rates: Rate[];
  lines: Line[];
}

interface ExplanationProps {
  body: ExplanationBody;
  page: number;
  onPage: (page: number) => void;
}

/** Filters in force, loads, rates and lines of a figure. */
export function Explanation({ body, page, onPage }: ExplanationProps) {
  const { cost, filters, loads, exchange_rates: rates } = body;
  return (
    <Stack gap="md">
      <div>
        <Text fz={28} fw={600}>
          {formatExactMoney(cost.amount, cost.currency)}
        </Text>
        <Text size="sm" c="dimmed">
          {body.lines_count.toLocaleString()} lines of {loads.length}{' '}
          {loads.length === 1 ? 'load' : 'loads'} add up to exactly{' '}
          {formatExactMoney(body.lines_amount, cost.currency)}.
        </Text>
      </div>
      {filters.length > 0 && (
        <section>
          <Title order={3} mb={4}>
            Filters in force
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
        <Title order={3}>Lines of the bill</Title>
        <DataTable
          label="Lines"
          columns={lineColumns(cost.currency)}
          rows={body.lines}
          keyOf={(row) => row.line_id}
        />
        <Pager links={body.links} page={page} onPage={onPage} />
      </section>
    </Stack>
  );
}

const loadColumns: Column<Load>[] = [
  { id: 'load', header: 'Load', cell: (row) => row.load_id },
  { id: 'format', header: 'Format', cell: (row) => row.format },
  { id: 'partition', header: 'Part of the source', cell: (row) => row.partition },
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
  { id: 'date', header: 'Day', cell: (row) => <DateText day={row.date} /> },
  { id: 'rate', header: 'Rate', isNumeric: true, cell: (row) => row.rate },
];

const lineColumns = (currency: string): Column<Line>[] => [
  {
    id: 'what',
    header: 'What',
    cell: (row) => (
      <>
        {row.description ?? row.service}
        <Text size="xs" c="dimmed">
          {[row.charge_type, row.resource_id].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          {row.source_file}, row {row.source_row.toLocaleString()}
        </Text>
      </>
    ),
  },
  { id: 'day', header: 'Day', cell: (row) => <DateText day={row.usage_date} /> },
  {
    id: 'billed',
    header: 'On the bill',
    isNumeric: true,
    cell: (row) => <Money amount={row.amount} currency={row.currency} />,
  },
  {
    id: 'counted',
    header: 'Counted',
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
