import { z } from 'zod';
import { job } from '../../../platform/jobs/job.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db } from '../../../platform/store/tables.js';
import { type Generation, failInvoice, generateInvoice } from './generate-invoice.js';

/** Queued when an invoice is created or regenerated. */
export const generateInvoiceJob = job({
  name: 'generate-invoice',
  summary: 'Generates an invoice: its lines, totals and files',
  retries: 2,
  payload: z.object({ token: z.string(), generation: z.int() }),
  run: generateInvoice,
  onFinalFailure: (target, ctx) =>
    failInvoice(target, 'The generation failed because of an error of the server.', ctx),
});

/** Queues the generation of an invoice in the transaction that asks for it. */
export const queueGeneration = (
  { enqueue }: Pick<Services, 'enqueue'>,
  { token, generation }: Generation,
  db: Db,
): Promise<void> => enqueue('generate-invoice', { token, generation }, db);
