import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../../api/queries.js';
import { PreviewControls, defaultView } from '../../features/rule-preview/PreviewControls.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import type { BillingRule } from './billing-rule.js';
import { EffectOnAccount } from './EffectOnAccount.js';

/** Each account is previewed by a request of its own. */
const pageSize = 10;

/** What a stored rule changes in each of the accounts that have it. */
export function RuleEffect({ rule }: { rule: BillingRule }) {
  const { data, error, refetch } = useGet('/v2/managed_accounts', { query: { limit: 1000 } });
  const [view, setView] = useState(defaultView);
  const [shown, setShown] = useState(pageSize);
  const accounts = data?.managed_accounts.filter((account) =>
    account.billing_rule_tokens.includes(rule.token),
  );
  return (
    <Paper withBorder p="md" mt="xl" maw={880} component="section" aria-labelledby="effect">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <div>
            <Title order={2} id="effect">
              Effect
            </Title>
            <Text size="sm" c="dimmed">
              What the rule, as it is saved, changes in the accounts that have it.
            </Text>
          </div>
          <PreviewControls view={view} currencies={[]} onChange={setView} />
        </Group>
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {!error && !accounts && <TableSkeleton rows={3} />}
        {accounts?.length === 0 && <Text size="sm">No managed account has this rule.</Text>}
        {accounts && accounts.length > 0 && (
          <div className="table-scroll">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Account</Table.Th>
                  <Table.Th className="numeric">Before the rule</Table.Th>
                  <Table.Th className="numeric">Change</Table.Th>
                  <Table.Th className="numeric">After the rule</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {accounts.slice(0, shown).map((account) => (
                  <EffectOnAccount key={account.token} rule={rule} account={account} view={view} />
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
        {accounts && accounts.length > shown && (
          <Group gap="sm">
            <Button size="xs" variant="default" onClick={() => setShown(shown + pageSize)}>
              Show more accounts
            </Button>
            <Text size="xs" c="dimmed">
              {shown} of {accounts.length}
            </Text>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
