import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Change, DateText, Money } from '../../parts/figures.js';
import type { PreviewAnswer, PreviewLine, PreviewValue } from './preview-answer.js';

const none = 'no value';

export function PreviewFigures({ answer }: { answer: PreviewAnswer }) {
  const [shown, setShown] = useState<string>();
  const lines = answer.values.find(({ value }) => value === shown)?.lines;
  return (
    <Stack gap="md">
      <Moves answer={answer} />
      <Values answer={answer} onShow={setShown} />
      {lines && (
        <div>
          <Title order={3}>Largest lines of {shown}</Title>
          <DataTable
            label={`Lines of ${shown}`}
            columns={lineColumns}
            rows={lines}
            keyOf={(line) => JSON.stringify(line)}
          />
        </div>
      )}
    </Stack>
  );
}

function Moves({ answer: { moves, currency } }: { answer: PreviewAnswer }) {
  type Move = PreviewAnswer['moves'][number];
  const columns: Column<Move>[] = [
    { id: 'from', header: 'From', cell: ({ from }) => from ?? none },
    { id: 'to', header: 'To', cell: ({ to }) => to ?? none },
    {
      id: 'amount',
      header: 'Amount',
      isNumeric: true,
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
  ];
  if (moves.length === 0) return <Text size="sm">Nothing moves on these days.</Text>;
  return (
    <DataTable
      label="Moves"
      columns={columns}
      rows={moves}
      keyOf={({ from, to }) => JSON.stringify([from, to])}
    />
  );
}

interface ValuesProps {
  answer: PreviewAnswer;
  onShow: (value: string) => void;
}

function Values({ answer: { values, unallocated, currency }, onShow }: ValuesProps) {
  const rows: PreviewValue[] = [...values, { value: '', lines: [], ...unallocated }];
  const columns: Column<PreviewValue>[] = [
    {
      id: 'value',
      header: 'Value',
      cell: ({ value, lines }) =>
        lines.length === 0 ? (
          value || none
        ) : (
          <Anchor component="button" type="button" inherit ta="left" onClick={() => onShow(value)}>
            {value}
          </Anchor>
        ),
    },
    {
      id: 'before',
      header: 'Now',
      isNumeric: true,
      cell: (row) => <Money amount={row.previous_amount} currency={currency} />,
    },
    {
      id: 'after',
      header: 'Then',
      isNumeric: true,
      cell: (row) => <Money amount={row.amount} currency={currency} />,
    },
    {
      id: 'change',
      header: 'Change',
      isNumeric: true,
      cell: (row) => <Change now={row.amount} before={row.previous_amount} currency={currency} />,
    },
  ];
  return <DataTable label="Values" columns={columns} rows={rows} keyOf={(row) => row.value} />;
}

const lineColumns: Column<PreviewLine>[] = [
  { id: 'day', header: 'Day', cell: (line) => <DateText day={line.usage_date} /> },
  {
    id: 'what',
    header: 'Cost',
    cell: (line) => (
      <>
        {line.provider} · {line.service}
        <Text size="xs" c="dimmed" lineClamp={2}>
          {[line.account_id, line.resource_id, line.description].filter(Boolean).join(' · ')}
        </Text>
      </>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    cell: (line) => <Money amount={line.amount} currency={line.currency} />,
  },
];
