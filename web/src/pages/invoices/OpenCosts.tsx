import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { formatBin } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageError } from '../../parts/PageError.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { invoicePath } from './invoice.js';
import { openCosts } from './open-costs.js';

/** Where the link to the costs of an invoice leads: entering another account is asked for, not a side effect. */
export function OpenCosts() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const mayLook = useHasRole('Integration Owner');
  const { data, error } = useGet(invoicePath, { path: { invoice_token: token } });
  const [problem, setProblem] = useState<unknown>();
  const [isOpening, setOpening] = useState(false);
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const open = async () => {
    setOpening(true);
    await openCosts(data).catch((failure: unknown) => {
      setProblem(failure);
      setOpening(false);
    });
  };
  const month = formatBin(data.billing_period_start, 'month');
  return (
    <>
      <PageTitle title={`Costs of ${data.invoice_number}`} />
      <Stack gap="md" maw={640}>
        {problem !== undefined && <ErrorNote error={problem} />}
        <Text>
          {mayLook
            ? `These are the costs of the managed account ${data.account_name} in ${month}, after its billing rules. You will look into that account, read-only, for an hour at most; both audit logs record it.`
            : `These are costs of the managed account ${data.account_name}. Only owners and integration owners can look into it.`}
        </Text>
        <Group gap="sm">
          {mayLook && (
            <Button loading={isOpening} onClick={() => void open()}>
              Look into {data.account_name}
            </Button>
          )}
          <Anchor component={Link} to={`/invoices/${data.token}`} size="sm">
            Back to the invoice
          </Anchor>
        </Group>
      </Stack>
    </>
  );
}
