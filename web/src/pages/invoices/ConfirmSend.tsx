import { Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { invalidate, useGet } from '../../api/queries.js';
import { MailServerNote } from '../../features/recipients/MailServerNote.js';
import { formatBin } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { type Invoice, invoicePath, invoicesPath } from './invoice.js';

interface ConfirmSendProps {
  invoice: Invoice;
  /** Whether the invoice is released to its account, too. */
  approves: boolean;
  onClose: () => void;
}

/** Says who gets the invoice before it is approved or sent: neither can be taken back. */
export function ConfirmSend({ invoice, approves, onClose }: ConfirmSendProps) {
  const [running, setRunning] = useState<'send' | 'approve'>();
  const [error, setError] = useState<unknown>();
  const path = { invoice_token: invoice.token };
  const run = async (name: 'send' | 'approve', act: () => Promise<string>) => {
    setRunning(name);
    try {
      const message = await act();
      await invalidate(invoicesPath);
      toast(message);
      onClose();
    } catch (failure) {
      setError(failure);
      setRunning(undefined);
    }
  };
  const send = () =>
    run('send', async () => {
      const { recipients } = await api.post(
        approves ? `${invoicePath}/send_and_approve` : `${invoicePath}/send`,
        { path },
      );
      return `${approves ? 'Approved, and sent' : 'Sent'} to ${recipients.join(', ')}.`;
    });
  const approve = () =>
    run('approve', async () => {
      await api.post(`${invoicePath}/approve`, { path });
      return `Approved ${invoice.invoice_number}.`;
    });
  const verb = approves ? 'Approve and send' : 'Send';
  return (
    <Modal opened onClose={onClose} title={`${verb} ${invoice.invoice_number}?`} size="lg">
      <Stack gap="md">
        {error !== undefined && <ErrorNote error={error} />}
        <Text size="sm">
          {invoice.account_name}, {formatBin(invoice.billing_period_start, 'month')}:{' '}
          <strong>{formatMoney(invoice.total ?? '0', invoice.currency ?? '')}</strong>.{' '}
          {approves && 'Once it is approved, the account sees it and can download its files.'}
        </Text>
        <MailServerNote>An invoice can be sent once SMTP_URL names a mail server.</MailServerNote>
        <Recipients invoice={invoice} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {approves && (
            <Button
              variant="default"
              loading={running === 'approve'}
              disabled={running === 'send'}
              onClick={() => void approve()}
            >
              Approve without sending
            </Button>
          )}
          <Button
            loading={running === 'send'}
            disabled={running === 'approve'}
            onClick={() => void send()}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The addresses that the managed account has now. */
function Recipients({ invoice }: { invoice: Invoice }) {
  const { data, error } = useGet('/v2/managed_accounts/{managed_account_token}', {
    path: { managed_account_token: invoice.account_token },
  });
  if (error) return null;
  if (!data) return <Skeleton height={40} />;
  const emails = [...new Set(data.billing_information_attributes.billing_email)];
  if (emails.length === 0) {
    return (
      <Text size="sm">
        The account has no billing email: add one to the managed account to send invoices.
      </Text>
    );
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        The PDF is mailed to
      </Text>
      <List size="sm">
        {emails.map((email) => (
          <List.Item key={email}>{email}</List.Item>
        ))}
      </List>
    </div>
  );
}
