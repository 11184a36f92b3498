import { Anchor, Badge, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { formatDay } from '../../lib/dates.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { type Invoice, type InvoiceDocument, invoicePath } from './invoice.js';
import { openCosts } from './open-costs.js';

type Line = InvoiceDocument['lines'][number];
type Trace = Schemas['InvoiceLineTrace'];

interface LineTraceProps {
  invoice: Invoice;
  currency: string;
  line: Line;
  onClose: () => void;
}

/** Where the amount of a line comes from: the rules that changed it, and the rows of the bills. */
export function LineTrace({ invoice, currency, line, onClose }: LineTraceProps) {
  const mayLook = useHasRole('Integration Owner');
  const { provider, service, charge_type } = line;
  const { data, error } = useGet(`${invoicePath}/trace`, {
    path: { invoice_token: invoice.token },
    query: { provider, service, charge_type },
  });
  const open = () =>
    openCosts(invoice, line).catch((failure: unknown) =>
      toast(asProblem(failure).messages.join(' ')),
    );
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title="Where this amount comes from"
    >
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2}>{service}</Title>
            <Text size="sm" c="dimmed">
              {line.provider_name}, {line.charge_type_label}
            </Text>
          </div>
          <Title order={2}>
            <Money amount={line.amount} currency={currency} />
          </Title>
        </Group>
        {error && <ErrorNote error={error} />}
        {!error && !data && <TableSkeleton />}
        {data && <TraceContent trace={data} />}
        {mayLook && (
          <div>
            <Button variant="default" onClick={() => void open()}>
              Explore in {invoice.account_name}
            </Button>
          </div>
        )}
      </Stack>
    </Drawer>
  );
}

function TraceContent({ trace }: { trace: Trace }) {
  const { lines_count: count, unchanged_lines_count: unchanged, billing_rules: rules } = trace;
  if (count === 0) {
    return <Text size="sm">The costs have changed since the invoice was generated.</Text>;
  }
  const numbers = new Map(rules.map(({ token }, index) => [token, index + 1]));
  return (
    <>
      <div>
        <Title order={3} mb="xs">
          Billing rules
        </Title>
        <Text size="sm" c="dimmed" mb="xs">
          {rules.length === 0
            ? 'No rule has changed these costs.'
            : unchanged > 0
              ? `${plural(unchanged, 'cost line')} of ${count.toLocaleString('en')} are as they were billed.`
              : 'Every cost line was changed or added by a rule.'}
        </Text>
        <Stack gap="xs">
          {rules.map((rule, index) => (
            <Group key={rule.token} gap="sm" wrap="nowrap" align="flex-start">
              <Badge circle variant="light" aria-hidden>
                {index + 1}
              </Badge>
              <div>
                <Anchor component={Link} to={`/billing-rules/${rule.token}`} size="sm">
                  {rule.title}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {rule.description}; {plural(rule.lines_count, 'cost line')}
                </Text>
              </div>
            </Group>
          ))}
        </Stack>
      </div>
      <div>
        <Title order={3} mb="xs">
          Cost lines
        </Title>
        <Text size="sm" c="dimmed" mb="xs">
          {trace.costs.length < count
            ? `The ${trace.costs.length} largest of ${count.toLocaleString('en')}, in the current state of the costs.`
            : `${plural(count, 'cost line')}, in the current state of the costs.`}
        </Text>
        <DataTable
          label="Cost lines"
          columns={costColumns(numbers)}
          rows={trace.costs}
          keyOf={(cost) => JSON.stringify(cost)}
        />
      </div>
    </>
  );
}

const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

type Cost = Trace['costs'][number];

const costColumns = (numbers: ReadonlyMap<string, number>): Column<Cost>[] => [
  { id: 'day', header: 'Day', cell: (cost) => formatDay(cost.usage_date) },
  {
    id: 'what',
    header: 'Cost',
    cell: (cost) => (
      <div className="traced-cost">
        <div>{cost.resource_id ?? cost.description ?? '–'}</div>
        <Text size="xs" c="dimmed">
          {[cost.account_id, cost.region].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          {cost.source_file.startsWith('bllng_rule_')
            ? 'Added by a rule'
            : `${cost.source_file}, row ${cost.source_row}`}
        </Text>
      </div>
    ),
  },
  {
    id: 'rules',
    header: 'Rules',
    cell: (cost) =>
      cost.billing_rule_tokens.flatMap((token) => numbers.get(token) ?? []).join(', ') || '–',
  },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    cell: (cost) => <Money amount={cost.amount} currency={cost.currency} />,
  },
];
