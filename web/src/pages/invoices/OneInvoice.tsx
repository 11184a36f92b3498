import { Alert, Button, Group, Loader, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import { getQuery, useGet } from '../../api/queries.js';
import { formatBin } from '../../lib/dates.js';
import { BackLink } from '../../parts/BackLink.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageError } from '../../parts/PageError.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { type Invoice, hasDocument, invoicePath } from './invoice.js';
import { InvoiceActions } from './InvoiceActions.js';
import { InvoiceLines } from './InvoiceLines.js';
import { InvoicePreview } from './InvoicePreview.js';
import { openCosts } from './open-costs.js';
import { StatusBadge } from './StatusBadge.js';

const pollMs = 2000;

/** An invoice: its lines beside a preview of the document, and what can be done with it. */
export function OneInvoice() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const { data, error } = useQuery({
    ...getQuery(invoicePath, { path: { invoice_token: token } }),
    refetchInterval: ({ state }) => (state.data?.status === 'generating' ? pollMs : false),
  });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <>
      <BackLink to="/invoices" label="Invoices" />
      <PageTitle
        title={data.invoice_number}
        text={`${data.account_name}, ${formatBin(data.billing_period_start, 'month')}`}
      >
        <StatusBadge status={data.status} />
        <InvoiceActions invoice={data} />
      </PageTitle>
      <Content invoice={data} />
    </>
  );
}

function Content({ invoice }: { invoice: Invoice }) {
  if (hasDocument(invoice)) return <Document key={invoice.updated_at} invoice={invoice} />;
  return (
    <div aria-live="polite">
      {invoice.status === 'failed' ? (
        <Alert color="red" title="The invoice could not be generated">
          {invoice.failure_reason}
        </Alert>
      ) : (
        <Group gap="sm">
          <Loader size="sm" />
          <Text size="sm">
            The invoice is being generated. This page shows it when it is ready.
          </Text>
        </Group>
      )}
    </div>
  );
}

function Document({ invoice }: { invoice: Invoice }) {
  const path = { invoice_token: invoice.token };
  const { data, error, refetch } = useGet(`${invoicePath}/document`, { path });
  const isSeller = useIsSeller(invoice);
  const mayLook = useHasRole('Integration Owner') || !isSeller;
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data || data.invoice_token !== invoice.token) return <TableSkeleton />;
  const open = () =>
    openCosts(invoice).catch((failure: unknown) => toast(asProblem(failure).messages.join(' ')));
  return (
    <div className="invoice-columns">
      <section aria-label="Lines of the invoice">
        <Group justify="space-between" mb="xs" gap="sm">
          <Title order={2}>Lines</Title>
          {mayLook && (
            <Button variant="default" size="xs" onClick={() => void open()}>
              {isSeller ? `View costs in ${invoice.account_name}` : 'View costs'}
            </Button>
          )}
        </Group>
        <InvoiceLines invoice={invoice} document={data} isTraceable={isSeller} />
      </section>
      <InvoicePreview document={data} />
    </div>
  );
}

/** Whether the user belongs to the account that issues the invoice: the costs are then those of another account. */
function useIsSeller({ token }: Invoice): boolean {
  const { data } = useGet(`${invoicePath}/cost_report`, { path: { invoice_token: token } });
  return data !== undefined && new URL(data.cost_report_url).pathname !== '/explore';
}
