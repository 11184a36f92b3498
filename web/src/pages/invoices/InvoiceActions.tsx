import { Button, Group, Menu, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import { toast } from '../../parts/toasts.js';
import { ConfirmSend } from './ConfirmSend.js';
import { type Invoice, hasDocument, invoicePath, invoicesPath } from './invoice.js';

type Dialog = 'approve' | 'send' | 'regenerate';

/** Download, send, approve and regenerate, as far as the state of the invoice and the role allow. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const isOwner = useHasRole('Owner');
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      {hasDocument(invoice) && <DownloadMenu invoice={invoice} />}
      {isOwner && <OwnerButtons invoice={invoice} onOpen={setDialog} />}
      {(dialog === 'approve' || dialog === 'send') && (
        <ConfirmSend invoice={invoice} approves={dialog === 'approve'} onClose={close} />
      )}
      {dialog === 'regenerate' && <ConfirmRegenerate invoice={invoice} onClose={close} />}
    </>
  );
}

function OwnerButtons({
  invoice: { status },
  onOpen,
}: {
  invoice: Invoice;
  onOpen: (dialog: Dialog) => void;
}) {
  if (status === 'generating') return null;
  return (
    <>
      <Button variant="default" onClick={() => onOpen('regenerate')}>
        Regenerate
      </Button>
      {status === 'draft' && (
        <>
          <Button variant="default" onClick={() => onOpen('send')}>
            Send draft
          </Button>
          <Button onClick={() => onOpen('approve')}>Approve and send</Button>
        </>
      )}
      {status === 'approved' && <Button onClick={() => onOpen('send')}>Send again</Button>}
    </>
  );
}

function DownloadMenu({ invoice }: { invoice: Invoice }) {
  const [isBusy, setBusy] = useState(false);
  const download = async (file_type: 'pdf' | 'csv') => {
    setBusy(true);
    try {
      const { download_url: link } = await api.post(`${invoicePath}/download`, {
        path: { invoice_token: invoice.token },
        body: { file_type },
      });
      // The link has the configured origin; this page may be open under another one.
      const { pathname, search } = new URL(link);
      window.location.assign(pathname + search);
    } catch (failure) {
      toast(asProblem(failure).messages.join(' '));
    }
    setBusy(false);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isBusy}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void download('pdf')}>PDF, as it is mailed</Menu.Item>
        <Menu.Item onClick={() => void download('csv')}>CSV, one row per line</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ConfirmRegenerate({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const regenerate = async () => {
    onClose();
    try {
      await api.post(`${invoicePath}/regenerate`, { path: { invoice_token: invoice.token } });
    } catch (failure) {
      toast(asProblem(failure).messages.join(' '));
    }
    await invalidate(invoicesPath);
  };
  return (
    <Modal opened onClose={onClose} title={`Regenerate ${invoice.invoice_number}?`}>
      <Text size="sm" mb="md">
        It is made again from the current costs, rules and billing profile, under the same number.
        {invoice.status === 'approved' &&
          ' Its approval is withdrawn, and the account no longer sees it until it is approved again.'}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus onClick={() => void regenerate()}>
          Regenerate
        </Button>
      </Group>
    </Modal>
  );
}
