import { expect, test } from 'vitest';
import { type InvoiceEvent, hasDocument, nextStatus } from './states.js';

test.each<[Parameters<typeof nextStatus>[0], Partial<Record<InvoiceEvent, string>>]>([
  ['generating', { generated: 'draft', failed: 'failed', regenerate: 'generating' }],
  [
    'draft',
    {
      regenerate: 'generating',
      send: 'draft',
      send_and_approve: 'approved',
      approve: 'approved',
    },
  ],
  [
    'approved',
    {
      regenerate: 'generating',
      send: 'approved',
      send_and_approve: 'approved',
      approve: 'approved',
    },
  ],
  ['failed', { regenerate: 'generating' }],
])('an invoice that is %s allows only its own events', (status, allowed) => {
  const events = [
    'regenerate',
    'send',
    'send_and_approve',
    'approve',
    'generated',
    'failed',
  ] as const;
  for (const event of events)
    expect([event, nextStatus(status, event)]).toEqual([event, allowed[event]]);
});

test('only drafts and approved invoices have files', () => {
  const states = ['generating', 'draft', 'approved', 'failed'] as const;
  expect(states.filter(hasDocument)).toEqual(['draft', 'approved']);
});
