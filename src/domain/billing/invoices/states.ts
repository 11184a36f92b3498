import type { InvoiceStatus } from '../../../platform/store/tables.js';

/** What can happen to an invoice. */
export type InvoiceEvent =
  | 'regenerate'
  | 'send'
  | 'send_and_approve'
  | 'approve'
  | 'generated'
  | 'failed';

/** The state after an event; an event that is missing from a state is refused. */
const transitions: Readonly<
  Record<InvoiceStatus, Readonly<Partial<Record<InvoiceEvent, InvoiceStatus>>>>
> = {
  // A second request to regenerate changes nothing: the running job has the latest data.
  generating: { generated: 'draft', failed: 'failed', regenerate: 'generating' },
  draft: {
    regenerate: 'generating',
    send: 'draft',
    send_and_approve: 'approved',
    approve: 'approved',
  },
  // A new document needs a new approval.
  approved: {
    regenerate: 'generating',
    send: 'approved',
    send_and_approve: 'approved',
    approve: 'approved',
  },
  failed: { regenerate: 'generating' },
};

/** The state of an invoice after an event; undefined if its state does not allow the event. */
export function nextStatus(status: InvoiceStatus, event: InvoiceEvent): InvoiceStatus | undefined {
  return transitions[status][event];
}

/** Whether the invoice has a document: lines, totals and files. */
export const hasDocument = (status: InvoiceStatus) => status === 'draft' || status === 'approved';
