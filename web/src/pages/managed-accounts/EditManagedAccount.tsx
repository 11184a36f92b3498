import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import { previewPath } from '../../features/rule-preview/use-rule-preview.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { SecretOnce } from '../../parts/SecretOnce.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { AccountFields } from './AccountFields.js';
import {
  type ManagedAccount,
  type Values,
  accountPath,
  accountsPath,
  bodyOf,
  emptyValues,
  lookInto,
  valuesOf,
} from './managed-account.js';

const back = { label: 'Managed accounts', to: '/managed-accounts' };

/** The form of a new managed account. */
export function NewManagedAccount() {
  const form = useAccountForm(emptyValues, (values) =>
    api.post(accountsPath, { body: bodyOf(values) }).then(created),
  );
  return (
    <FormPage title="New managed account" back={back} form={form}>
      <AccountFields form={form} isReadOnly={false} />
    </FormPage>
  );
}

export const EditManagedAccount = () => (
  <ObjectPage path={accountPath}>{(account) => <OneAccount account={account} />}</ObjectPage>
);

function OneAccount({ account }: { account: ManagedAccount }) {
  const mayWrite = useHasRole('Integration Owner');
  const path = { managed_account_token: account.token };
  const form = useAccountForm(valuesOf(account), (values) =>
    api.put(accountPath, { path, body: bodyOf(values) }),
  );
  return (
    <FormPage
      title={account.name}
      back={back}
      form={form}
      isReadOnly={!mayWrite}
      actions={mayWrite && <Actions account={account} />}
    >
      {!mayWrite && (
        <Text size="sm" c="dimmed">
          Only owners and integration owners can change managed accounts.
        </Text>
      )}
      <AccountFields account={account} form={form} isReadOnly={!mayWrite} />
    </FormPage>
  );
}

function Actions({ account }: { account: ManagedAccount }) {
  const isOwner = useHasRole('Owner');
  const [invitation, setInvitation] = useState<{ email: string; link: string }>();
  const invite = async () => {
    try {
      const path = { managed_account_token: account.token };
      setInvitation(await api.post(`${accountPath}/invitation`, { path }));
    } catch (failure) {
      toast(asProblem(failure).message);
    }
  };
  return (
    <>
      {isOwner && (
        <Button variant="default" onClick={() => void invite()}>
          Invitation link
        </Button>
      )}
      <Button onClick={() => void lookInto(account)}>Look into this account</Button>
      {invitation && (
        <SecretOnce
          title="Invitation link"
          text={`With this link ${invitation.email} sets a password and becomes the first user of the account. It works once, and is valid for 7 days.`}
          label="Link"
          secret={invitation.link}
          onClose={() => setInvitation(undefined)}
        />
      )}
    </>
  );
}

const labels = {
  contact_email: 'Contact',
  email_domain: 'Email domain',
  payment_terms_days: 'Payment terms',
  billing_rule_tokens: 'Billing rules',
};

function useAccountForm(initial: Values, save: (values: Values) => Promise<unknown>) {
  return useForm(
    initial,
    async (values) => {
      const saved = await save(values);
      await invalidate(accountsPath, previewPath, '/v2/integrations', '/console/integrations');
      toast(`Saved “${values.name}”.`);
      return saved;
    },
    { labels },
  );
}
