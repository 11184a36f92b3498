import { Fieldset, SimpleGrid, Text, TextInput } from '@mantine/core';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { AdjustmentFields } from './AdjustmentFields.js';
import { CustomFields } from './CustomFields.js';
import { LogoField } from './LogoField.js';
import {
  type ProfileValues,
  type TextKey,
  bodyOf,
  profilePath,
  profilesPath,
  textLabels,
  valuesOf,
} from './profile-values.js';

export function NewBillingProfile() {
  return (
    <ProfileForm
      title="New billing profile"
      initial={valuesOf(undefined)}
      save={(values) => api.post(profilesPath, { body: bodyOf(values) }).then(created)}
    />
  );
}

export const EditBillingProfile = () => (
  <ObjectPage path={profilePath}>
    {(profile) => (
      <ProfileForm
        title={profile.nickname}
        initial={valuesOf(profile)}
        save={(values) =>
          api.put(profilePath, {
            path: { billing_profile_token: profile.token },
            body: bodyOf(values),
          })
        }
      />
    )}
  </ObjectPage>
);

interface ProfileFormProps {
  title: string;
  initial: ProfileValues;
  save: (values: ProfileValues) => Promise<unknown>;
}

function ProfileForm({ title, initial, save }: ProfileFormProps) {
  const isOwner = useHasRole('Owner');
  const form = useForm(
    initial,
    async (values) => {
      const saved = await save(values);
      await invalidate(profilesPath);
      toast(`Saved “${values.nickname}”.`);
      return saved;
    },
    { labels: textLabels },
  );
  const field = (key: TextKey, placeholder?: string) => (
    <TextInput
      label={textLabels[key]}
      {...(placeholder ? { placeholder } : {})}
      readOnly={!isOwner}
      {...form.text(key)}
    />
  );
  return (
    <FormPage
      title={title}
      back={{ label: 'Billing profiles', to: '/billing-profiles' }}
      form={form}
      isReadOnly={!isOwner}
    >
      <TextInput
        label="Nickname"
        description="For your own reference; not printed on invoices."
        required
        readOnly={!isOwner}
        {...form.text('nickname')}
      />
      <Fieldset legend="Name and address">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field('company_name')}
          {field('tax_id')}
          {field('address_line_1')}
          {field('address_line_2')}
          {field('postal_code')}
          {field('city')}
          {field('state')}
          {field('country_code', 'Two letters, such as DE')}
        </SimpleGrid>
        <CustomFields
          fields={form.values.custom_fields}
          onChange={(fields) => form.set('custom_fields', fields)}
          isReadOnly={!isOwner}
        />
      </Fieldset>
      <LogoField
        logo={form.values.logo}
        onChange={(logo) => form.set('logo', logo)}
        error={form.errorOf('logo')}
        isReadOnly={!isOwner}
      />
      <Fieldset legend="Bank details">
        <Text size="sm" c="dimmed" mb="sm">
          {isOwner
            ? 'Account numbers are stored encrypted, and printed on invoices.'
            : 'Only owners see account numbers.'}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field('bank_name')}
          {field('beneficiary_name')}
          {isOwner && (
            <>
              {field('iban')}
              {field('swift_bic')}
              {field('account_number')}
              {field('routing_number')}
            </>
          )}
        </SimpleGrid>
      </Fieldset>
      <AdjustmentFields
        items={form.values.adjustment_items}
        onChange={(items) => form.set('adjustment_items', items)}
        error={form.errorOf('adjustment_items')}
        isReadOnly={!isOwner}
      />
    </FormPage>
  );
}
