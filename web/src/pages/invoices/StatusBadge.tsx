import { Badge } from '@mantine/core';
import { type InvoiceStatus, statusLabels } from './invoice.js';
import './invoices.css';

/** The state of an invoice. The words carry the meaning, the colour only adds emphasis. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge className="invoice-status" data-status={status}>
      {statusLabels[status as InvoiceStatus] ?? status}
    </Badge>
  );
}
