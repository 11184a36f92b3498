import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Change, DateText, Money } from '../../parts/figures.js';
import { PreviewCoverage } from './PreviewCoverage.js';
import type { VirtualTagPreview } from './virtual-tag.js';

type PreviewValue = VirtualTagPreview['values'][number];
type PreviewLine = PreviewValue['lines'][number];
type Move = VirtualTagPreview['moves'][number];

const none = 'no value';

/** The changes of a preview, its values, and the largest bill lines of the selected value. */
export function PreviewFigures({ preview }: { preview: VirtualTagPreview }) {
  const [selected, setSelected] = useState<string>();
  const names = useNames();
  const lines = preview.values.find(({ value }) => value === selected)?.lines;
  return (
    <Stack gap="md">
      <PreviewCoverage preview={preview} />
      <Moves preview={preview} />
      <Values preview={preview} onSelect={setSelected} />
      {lines && (
        <div>
          <Title order={3}>Largest bill lines of {selected}</Title>
          <DataTable
            label={`Bill lines of ${selected}`}
            columns={lineColumns(names)}
            rows={lines}
            keyOf={(line) => JSON.stringify(line)}
          />
        </div>
      )}
    </Stack>
  );
}

function Moves({ preview: { moves, currency } }: { preview: VirtualTagPreview }) {
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
  if (moves.length === 0) return <Text size="sm">Nothing changes in this date range.</Text>;
  return (
    <DataTable
      label="Changes"
      columns={columns}
      rows={moves}
      keyOf={({ from, to }) => JSON.stringify([from, to])}
    />
  );
}

interface ValuesProps {
  preview: VirtualTagPreview;
  onSelect: (value: string) => void;
}

function Values({ preview: { values, unallocated, currency }, onSelect }: ValuesProps) {
  const rows: PreviewValue[] = [...values, { value: '', lines: [], ...unallocated }];
  const columns: Column<PreviewValue>[] = [
    {
      id: 'value',
      header: 'Value',
      cell: ({ value, lines }) =>
        lines.length === 0 ? (
          value || none
        ) : (
          <Anchor
            component="button"
            type="button"
            inherit
            ta="left"
            onClick={() => onSelect(value)}
          >
            {value}
          </Anchor>
        ),
    },
    {
      id: 'current',
      header: 'Current',
      isNumeric: true,
      cell: (row) => <Money amount={row.previous_amount} currency={currency} />,
    },
    {
      id: 'new',
      header: 'New',
      isNumeric: true,
      cell: (row) => <Money amount={row.amount} currency={currency} />,
    },
    {
      id: 'change',
      header: 'Change',
      isNumeric: true,
      cell: (row) => (
        <Change current={row.amount} previous={row.previous_amount} currency={currency} />
      ),
    },
  ];
  return <DataTable label="Values" columns={columns} rows={rows} keyOf={(row) => row.value} />;
}

const lineColumns = (names: Names): Column<PreviewLine>[] => [
  { id: 'date', header: 'Date', cell: (line) => <DateText day={line.usage_date} /> },
  {
    id: 'cost',
    header: 'Cost',
    cell: (line) => (
      <>
        {names('provider', line.provider)} · {line.service}
        <Text size="xs" c="dimmed" lineClamp={2}>
          {[
            line.account_id && names('account_id', line.account_id),
            line.resource_id,
            line.description,
          ]
            .filter(Boolean)
            .join(' · ')}
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
