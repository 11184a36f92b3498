import { Radio, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import { percentOf } from './percent.js';
import {
  breakEvenOf,
  isPriced,
  keyOf,
  type PricedTerm,
  sourceOf,
  type Term,
  termName,
} from './terms.js';

interface TermTableProps {
  terms: readonly Term[];
  currency: string;
  chosen: string | undefined;
  onChoose: (term: PricedTerm) => void;
}

/** The same commitment for one and three years, by when it is paid; one of them is looked at closer. */
export function TermTable({ terms, currency, chosen, onChoose }: TermTableProps) {
  const columns = useMemo(
    () => columnsOf(currency, chosen, onChoose),
    [currency, chosen, onChoose],
  );
  const isMissing = terms.some(({ source }) => source === null);
  return (
    <div>
      <Title order={3} size="h4" mt="lg" mb="xs">
        Terms and payment
      </Title>
      <DataTable label="Terms and payment" columns={columns} rows={terms} keyOf={keyOf} />
      <Text size="xs" c="dimmed" mt="xs">
        The commitment chosen above, per month of 730 hours.{' '}
        {terms.some(({ source }) => source === 'price_list') &&
          'Prices are those of the imported list, in proportion to its price on demand and what your bill pays. '}
        {isMissing &&
          'Terms without a price are in no imported price list; the prices of this release are examples and are not used. '}
        {terms.some(({ source }) => source === 'usual_discount') &&
          '“Usual discount” is a rule of thumb for one year without upfront payment: ask for a quote.'}
      </Text>
    </div>
  );
}

function columnsOf(
  currency: string,
  chosen: string | undefined,
  onChoose: (term: PricedTerm) => void,
): Column<Term>[] {
  const amount = (id: string, header: string, of: (term: PricedTerm) => string): Column<Term> => ({
    id,
    header,
    isNumeric: true,
    cell: (term) => (isPriced(term) ? <Money amount={of(term)} currency={currency} /> : '–'),
  });
  return [
    {
      id: 'term',
      header: 'Term',
      cell: (term) => (
        <Radio
          name="term"
          label={termName(term)}
          styles={{ label: { whiteSpace: 'nowrap' } }}
          checked={keyOf(term) === chosen}
          // A list price above the price on demand is no purchase to look at.
          disabled={!isPriced(term) || !(Number(term.discount_percent) > 0)}
          onChange={() => isPriced(term) && onChoose(term)}
        />
      ),
    },
    amount('upfront', 'Pay now', (term) => term.upfront_cost),
    amount('monthly', 'Then per month', (term) => term.monthly_cost),
    amount('total', 'Total of the term', (term) => term.total_cost),
    amount('saving', 'Saving per month', (term) => term.monthly_saving),
    {
      id: 'discount',
      header: 'Discount',
      isNumeric: true,
      cell: (term) => percentOf(term.discount_percent),
    },
    {
      id: 'break-even',
      header: 'Break-even',
      cell: (term) => (isPriced(term) ? breakEvenOf(term) : '–'),
    },
    { id: 'source', header: 'Prices', cell: sourceOf },
  ];
}
