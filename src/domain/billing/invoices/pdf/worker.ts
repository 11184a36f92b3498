import { answerTasks } from '../../../../platform/threads/answer-tasks.js';
import type { InvoiceDocument } from '../invoice-document.js';
import { renderPdf } from './render-pdf.js';

answerTasks(({ logo, ...invoice }: InvoiceDocument) =>
  // Buffers arrive as plain arrays of bytes, which the PDF library does not take.
  renderPdf({ ...invoice, logo: logo && Buffer.from(logo) }),
);
