import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatBin } from '../../lib/dates.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { DateText, Money, MomentText } from '../../parts/figures.js';
import { describeForecast } from '../cost-reports/use-period-forecast.js';
import { type BudgetAlertEvent, budgetPage } from './budget.js';

const columns: Column<BudgetAlertEvent>[] = [
  { id: 'fired', header: 'Fired', cell: (event) => <MomentText moment={event.created_at} /> },
  {
    id: 'budget',
    header: 'Budget',
    cell: (event) => (
      <Anchor component={Link} to={budgetPage(event.budget_token)} inherit>
        {event.budget_name}
      </Anchor>
    ),
  },
  { id: 'month', header: 'Month', cell: (event) => formatBin(event.month, 'month') },
  {
    id: 'threshold',
    header: 'Threshold',
    isNumeric: true,
    cell: (event) => (
      <Anchor component={Link} to={`/budget-alerts/${event.budget_alert_token}`} inherit>
        {event.measure === 'forecast' && 'Forecast above '}
        {event.threshold}%
      </Anchor>
    ),
  },
  {
    id: 'spend',
    header: 'Spent',
    isNumeric: true,
    cell: ({ spend, currency }) => <Money amount={spend} currency={currency} />,
  },
  {
    id: 'amount',
    header: 'Budget of the month',
    isNumeric: true,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: 'forecast',
    header: 'Forecast of the month',
    isNumeric: true,
    cell: ({ forecast, currency, ...event }) =>
      forecast === null ? (
        '–'
      ) : (
        <span title={describeForecast({ forecast, forecast_from: event.forecast_from })}>
          <Money amount={forecast} currency={currency} />
        </span>
      ),
  },
  {
    id: 'exceeded',
    header: 'Passed on',
    cell: ({ exceeded_on: day }) => (day ? <DateText day={day} /> : '–'),
  },
  { id: 'date', header: 'As of', cell: (event) => <DateText day={event.date} /> },
  { id: 'messages', header: 'Messages', cell: messagesText },
];

/** Why there are no messages, or how many there are in each state. */
function messagesText({ delivered, messages: { sent, waiting, failed } }: BudgetAlertEvent) {
  if (!delivered) return 'Not sent: a higher threshold was reached';
  const parts = [
    sent > 0 && `${sent} sent`,
    waiting > 0 && `${waiting} waiting`,
    failed > 0 && `${failed} failed`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'No recipients';
}

interface EventTableProps {
  events: readonly BudgetAlertEvent[];
  /** Columns that the page makes superfluous. */
  without?: readonly string[];
}

/** When budget alerts fired, the newest first. */
export function EventTable({ events, without = [] }: EventTableProps) {
  if (events.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No alert has fired yet.
      </Text>
    );
  }
  return (
    <DataTable
      label="Fired alerts"
      columns={columns.filter(({ id }) => !without.includes(id))}
      rows={events}
      keyOf={(event) =>
        `${event.budget_alert_token} ${event.budget_token} ${event.month} ${event.created_at}`
      }
    />
  );
}
