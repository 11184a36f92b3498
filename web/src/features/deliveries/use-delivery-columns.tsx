import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem } from '../../api/problem.js';
import { kindOfObject, pageOfObject } from '../../api/object-kinds.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { toast } from '../../parts/toasts.js';
import { useObjectNames } from '../objects/use-object-names.js';
import { type Delivery, canResend, deliveryKindName, resend, stateReason } from './delivery.js';
import { DeliveryState } from './DeliveryState.js';

/** Columns of a table of messages; recipients are shown by name. */
export function useDeliveryColumns(deliveries: readonly Delivery[]): Column<Delivery>[] {
  const tokens = deliveries.map(({ recipient }) => recipient).filter(isObject);
  const nameOf = useObjectNames(tokens);
  return [
    { id: 'created', header: 'Time', cell: (row) => <MomentText moment={row.created_at} /> },
    {
      id: 'message',
      header: 'Message',
      cell: ({ title, summary }) => (
        <>
          {title}
          <Text size="xs" c="dimmed" lineClamp={2} title={summary}>
            {summary}
          </Text>
        </>
      ),
    },
    {
      id: 'recipient',
      header: 'Recipient',
      cell: ({ recipient, kind }) => (
        <>
          {isObject(recipient) ? nameOf(recipient) : recipient}
          <Text size="xs" c="dimmed">
            {deliveryKindName(kind)}
          </Text>
        </>
      ),
    },
    { id: 'rule', header: 'Rule', cell: (row) => <Rule message={row} /> },
    { id: 'state', header: 'State', cell: ({ state }) => <DeliveryState state={state} /> },
    { id: 'attempts', header: 'Attempts', isNumeric: true, cell: (row) => row.attempts },
    { id: 'reason', header: 'Why', cell: (row) => <Text size="sm">{stateReason(row)}</Text> },
    {
      id: 'resend',
      header: 'Send again',
      cell: (row) => canResend(row) && <Resend message={row} />,
    },
  ];
}

/** Recipients are addresses, or users, teams and channels by their tokens. */
const isObject = (recipient: string): boolean => !recipient.includes('@');

/** The rule that reported, or the channel that was tested. */
function Rule({ message: { rule_token: rule, type } }: { message: Delivery }) {
  const text = type === 'test' ? 'Test of the channel' : kindOfObject(rule);
  const page = pageOfObject(rule);
  if (!page) return text;
  return (
    <Anchor component={Link} to={page} inherit>
      {text}
    </Anchor>
  );
}

function Resend({ message: { token, title } }: { message: Delivery }) {
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await resend(token);
      toast(`“${title}” will be sent again.`);
    } catch (failure) {
      toast(asProblem(failure).message);
    }
    setBusy(false);
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isBusy}
      aria-label={`Send again: ${title}`}
      onClick={() => void send()}
    >
      Send again
    </Button>
  );
}
