import { WorkerThread } from '../../../../platform/threads/worker-thread.js';
import type { InvoiceDocument } from '../invoice-document.js';

const thread = new WorkerThread<InvoiceDocument, Uint8Array>(
  new URL('worker.js', import.meta.url),
  { timeoutMinutes: 5 },
);

/** The PDF file of an invoice, rendered in a worker thread: thousands of lines take seconds of computation. */
export const renderInWorker = async (invoice: InvoiceDocument): Promise<Buffer> =>
  Buffer.from(await thread.run(invoice));
