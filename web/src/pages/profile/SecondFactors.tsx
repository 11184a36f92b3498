import { Button, Group, Modal, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { invalidate, useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { RecoveryCodes } from '../../features/second-factors/RecoveryCodes.js';
import { supportsPasskeys } from '../../features/second-factors/passkeys.js';
import { MomentText } from '../../parts/figures.js';
import { toast } from '../../parts/toasts.js';
import { AddFactor } from './AddFactor.js';
import { ConfirmIdentity } from './ConfirmIdentity.js';
import { RequireFactors } from './RequireFactors.js';

type Factor = Schemas['SecondFactor'];
type Kind = Factor['kind'];

const path = '/console/second_factors';
const refresh = () => invalidate(path);

/** The second factors of a user who logs in with a password. */
export function SecondFactors() {
  const { data } = useGet(path);
  const [adding, setAdding] = useState<Kind>();
  const [removing, setRemoving] = useState<Factor>();
  const [isReplacing, setReplacing] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  if (!data?.has_password) return null;
  const { second_factors: factors, recovery_codes_left: left } = data;
  return (
    <section aria-label="Second factor">
      <Stack gap="md">
        <Title order={2}>Second factor</Title>
        <Text size="sm" c="dimmed">
          Asked for after your password. Tokens are not affected.
        </Text>
        {factors.length > 0 && <FactorTable factors={factors} onRemove={setRemoving} />}
        <Group gap="sm">
          <Button variant="default" onClick={() => setAdding('totp')}>
            Add authenticator app
          </Button>
          {supportsPasskeys() && (
            <Button variant="default" onClick={() => setAdding('passkey')}>
              Add passkey
            </Button>
          )}
        </Group>
        {factors.length > 0 && (
          <Group gap="sm">
            <Text size="sm">
              {left} {left === 1 ? 'recovery code' : 'recovery codes'} left.
            </Text>
            <Button variant="subtle" onClick={() => setReplacing(true)}>
              Create new recovery codes
            </Button>
          </Group>
        )}
        <RequireFactors isRequired={data.is_required} />
      </Stack>
      {adding && (
        <AddFactor
          kind={adding}
          onAdded={(recoveryCodes) => {
            setAdding(undefined);
            setCodes(recoveryCodes ?? undefined);
            toast('Second factor added.');
            void refresh();
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
      {removing && (
        <ConfirmIdentity
          title={`Remove “${removing.name}”?`}
          confirmLabel="Remove"
          send={async (body) => {
            const second_factor_token = removing.token;
            await api.post('/console/second_factors/{second_factor_token}/removal', {
              path: { second_factor_token },
              body,
            });
            toast('Second factor removed.');
            await refresh();
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {isReplacing && (
        <ConfirmIdentity
          title="Create new recovery codes?"
          confirmLabel="Create codes"
          send={async (body) => {
            setCodes((await api.post('/console/recovery_codes', { body })).recovery_codes);
            await refresh();
          }}
          onClose={() => setReplacing(false)}
        />
      )}
      {codes && (
        <Modal
          opened
          onClose={() => setCodes(undefined)}
          title="Recovery codes"
          closeOnClickOutside={false}
        >
          <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
        </Modal>
      )}
    </section>
  );
}

interface FactorTableProps {
  factors: Factor[];
  onRemove: (factor: Factor) => void;
}

function FactorTable({ factors, onRemove }: FactorTableProps) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th>
            <span className="visually-hidden">Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {factors.map((factor) => (
          <Table.Tr key={factor.token}>
            <Table.Td>
              {factor.name}
              <Text size="xs" c="dimmed">
                {factor.kind === 'totp' ? 'Authenticator app' : 'Passkey'}
              </Text>
            </Table.Td>
            <Table.Td>
              {factor.last_used_at ? <MomentText moment={factor.last_used_at} /> : 'Never'}
            </Table.Td>
            <Table.Td ta="right">
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Remove ${factor.name}`}
                onClick={() => onRemove(factor)}
              >
                Remove
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
