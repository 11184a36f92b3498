import { setTimeout as pause } from 'node:timers/promises';
import type { JobContext } from '../../../platform/jobs/job.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Db } from '../../../platform/store/tables.js';
import { ImportError } from '../../intake/ingest/index.js';
import { GenerationFailure } from './generation-failure.js';
import { changeInvoice } from './invoice.js';
import { type InvoiceDocument, buildInvoice } from './invoice-document.js';
import { deleteInvoiceFiles, storeInvoiceFiles } from './invoice-files.js';
import { readInputs } from './read-inputs.js';
import { rebillAccount } from '../rebilling/index.js';
import { nextStatus } from './states.js';

/** Which run of which invoice: a later one makes an earlier one obsolete. */
export interface Generation {
  token: string;
  generation: number;
}

/** Generates an invoice from its inputs as they are now, unless that is done or no longer wanted. */
export async function generateInvoice(target: Generation, ctx: JobContext): Promise<string> {
  const { services, clock } = ctx;
  const invoice = await waitingInvoice(services.db, target);
  if (!invoice) return `The invoice ${target.token} is already generated`;
  try {
    // Otherwise the invoice would be of the rules that ran last.
    await rebill(ctx, invoice.managed_account_token);
    const inputs = await readInputs(services, invoice, formatDate(clock()));
    const document = buildInvoice(inputs);
    await storeInvoiceFiles(services, invoice, document);
    await finish(ctx, target, 'generated', documentColumns(document, ctx));
    if (invoice.generation > 1) {
      await deleteInvoiceFiles(services, { ...invoice, generation: invoice.generation - 1 });
    }
    return `The invoice ${target.token} is generated: ${document.total} ${document.currency}`;
  } catch (error) {
    if (!(error instanceof GenerationFailure)) throw error;
    await failInvoice(target, error.message, ctx);
    return `The invoice ${target.token} cannot be generated: ${error.message}`;
  }
}

const maxAttempts = 60;
const pauseMs = 2000;

/** A new account or a changed rule is being rebilled by its own job when the invoice is: this waits for it. */
async function rebill({ services, clock }: JobContext, account: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rebillAccount(services, account, clock());
      return;
    } catch (error) {
      if (!(error instanceof ImportError) || attempt === maxAttempts) throw error;
      await pause(pauseMs);
    }
  }
}

/** Marks an invoice as failed, with a reason that its owner can act on. */
export const failInvoice = (target: Generation, reason: string, ctx: JobContext) =>
  finish(ctx, target, 'failed', { failure_reason: reason });

function documentColumns(document: InvoiceDocument, { services }: JobContext) {
  return {
    account_name: document.account_name,
    seller: JSON.stringify(document.seller),
    seller_secure_data: services.vault.seal(document.secure_data),
    logo: document.logo,
    buyer: JSON.stringify(document.buyer),
    lines: JSON.stringify(document.lines),
    adjustments: JSON.stringify(document.adjustments),
    currency: document.currency,
    subtotal: document.subtotal,
    total: document.total,
    issue_date: document.issue_date,
    due_date: document.due_date,
    failure_reason: null,
  };
}

const waitingInvoice = (
  db: Db,
  { token, generation }: Generation,
  forUpdate = false,
): Promise<Row<'invoices'> | undefined> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('token', '=', token)
    .where('generation', '=', generation)
    .where('status', '=', 'generating')
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();

async function finish(
  job: JobContext,
  target: Generation,
  event: 'generated' | 'failed',
  columns: object,
): Promise<void> {
  const waiting = await waitingInvoice(job.services.db, target);
  if (!waiting) return;
  const ctx = await operatorContext(job, waiting.account_token);
  await job.services.db.transaction().execute(async (db) => {
    const invoice = await waitingInvoice(db, target, true);
    if (!invoice) return;
    const status = nextStatus(invoice.status, event)!;
    await changeInvoice({ ...ctx, db }, invoice, { ...columns, status });
  });
}
