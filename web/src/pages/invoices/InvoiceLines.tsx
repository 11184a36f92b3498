import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { approximate } from '../../lib/decimal.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import type { Invoice, InvoiceDocument } from './invoice.js';
import { LineTrace } from './LineTrace.js';

type Line = InvoiceDocument['lines'][number];

interface InvoiceLinesProps {
  invoice: Invoice;
  document: InvoiceDocument;
  /** Whether the user may see which rules made an amount. */
  isTraceable: boolean;
}

/** The lines of an invoice, one per provider, service and charge type; each leads to its costs. */
export function InvoiceLines({ invoice, document, isTraceable }: InvoiceLinesProps) {
  const { lines, currency } = document;
  const [sorting, setSorting] = useState<Sorting>({ id: 'amount', isDescending: true });
  const [traced, setTraced] = useState<Line>();
  if (lines.length === 0) {
    return <Text c="dimmed">There are no costs in this billing period.</Text>;
  }
  const columns: Column<Line>[] = [
    {
      id: 'service',
      header: 'Service',
      sort: (line) => line.service,
      cell: (line) => (
        <>
          {isTraceable ? (
            <Anchor
              component="button"
              type="button"
              ta="left"
              inherit
              title="Show where this amount comes from"
              onClick={() => setTraced(line)}
            >
              {line.service}
            </Anchor>
          ) : (
            line.service
          )}
          <Text size="xs" c="dimmed">
            {line.provider_name}
          </Text>
        </>
      ),
    },
    {
      id: 'charge',
      header: 'Charge type',
      sort: (line) => line.charge_type_label,
      cell: (line) => line.charge_type_label,
    },
    {
      id: 'amount',
      header: 'Amount',
      isNumeric: true,
      sort: (line) => approximate(line.amount),
      cell: (line) => <Money amount={line.amount} currency={currency} />,
    },
  ];
  return (
    <>
      <DataTable
        label="Lines"
        columns={columns}
        rows={lines}
        keyOf={(line) => [line.provider, line.service, line.charge_type].join('\n')}
        sorting={sorting}
        onSort={setSorting}
      />
      {traced && (
        <LineTrace
          invoice={invoice}
          currency={currency}
          line={traced}
          onClose={() => setTraced(undefined)}
        />
      )}
    </>
  );
}
