import type { z } from 'zod';
import type { deliveries } from '../domain/watch/delivery/index.js';
import type { Screen } from './command.js';
import { formatShortDay } from './formats.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

export type Delivery = z.output<typeof deliveries.model>;

const states: Readonly<Record<string, string>> = {
  pending: 'waiting',
  not_configured: 'no mail server',
};
const colours: Readonly<Record<string, 'green' | 'yellow'>> = { sent: 'green', failed: 'yellow' };

/** Messages as an aligned table; what is said of errors stays on its line. */
export function deliveryTable(
  rows: readonly Delivery[],
  names: ReadonlyMap<string, string>,
  screen: Screen,
): string[] {
  if (rows.length === 0) return ['No messages.'];
  const column = (header: string, textOf: (row: Delivery) => string): ScreenColumn<Delivery> => ({
    header,
    cell: (row) => ({ text: printable(textOf(row)) }),
  });
  const time = column('TIME (UTC)', ({ created_at: at }) => momentOf(at));
  const recipient = column('RECIPIENT', (row) => names.get(row.recipient) ?? row.recipient);
  const kind = column('BY', (row) => row.kind);
  const state: ScreenColumn<Delivery> = {
    header: 'STATE',
    cell: ({ state: name }) => ({ text: states[name] ?? name, colour: colours[name] }),
  };
  const attempts: ScreenColumn<Delivery> = {
    header: 'ATTEMPTS',
    isNumeric: true,
    cell: (row) => ({ text: String(row.attempts) }),
  };
  const error = column('LAST ERROR', (row) => row.error ?? '');
  return screenTable(
    {
      label: column('MESSAGE', ({ title }) => title),
      choices: [
        [time, recipient, kind, state, attempts, error],
        [time, recipient, state, error],
        [time, recipient, state],
        [state],
      ],
      rows,
      colourOf: () => undefined,
    },
    screen,
  );
}

/** `10 Mar 09:00` */
const momentOf = (text: string) => `${formatShortDay(text)} ${text.slice(11, 16)}`;
