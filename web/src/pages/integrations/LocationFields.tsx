import { PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import type { emptyLocation } from '../../features/integrations/location.js';

type LocationField = keyof typeof emptyLocation;

/** Fields beside the URL, by the schemes that use them. */
const fields: { name: LocationField; label: string; description: string; schemes: string[] }[] = [
  {
    name: 'role_arn',
    label: 'Role ARN',
    description: 'For example arn:aws:iam::123456789012:role/farthing',
    schemes: ['s3'],
  },
  {
    name: 'external_id',
    label: 'External ID',
    description: 'If the role requires one',
    schemes: ['s3'],
  },
  {
    name: 'region',
    label: 'Region',
    description: 'Defaults to us-east-1',
    schemes: ['s3'],
  },
  {
    name: 'endpoint',
    label: 'Endpoint',
    description: 'URL of the storage service, if it is not the default one',
    schemes: ['s3', 'gs'],
  },
  {
    name: 'endpoint',
    label: 'Storage account URL',
    description: 'For example https://account.blob.core.windows.net',
    schemes: ['az'],
  },
];

const secretFields: { name: LocationField; label: string; schemes: string[] }[] = [
  { name: 'access_key_id', label: 'Access key ID', schemes: ['s3', 'gs'] },
  { name: 'secret_access_key', label: 'Secret access key', schemes: ['s3', 'gs'] },
  { name: 'sas_token', label: 'SAS token', schemes: ['az'] },
];

interface TextFieldProps {
  name: string;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  error: string | undefined;
}

interface LocationFieldsProps {
  url: string;
  isRequired?: boolean;
  /** The usual location, whose fields are shown until another one is entered. */
  placeholder?: string;
  text: (name: LocationField) => TextFieldProps;
}

/** The fields of a location that bills are read from, as far as the scheme of its URL uses them. */
export function LocationFields({
  url,
  isRequired = true,
  placeholder = '',
  text,
}: LocationFieldsProps) {
  const scheme = /^(s3|gs|az):/.exec(url || placeholder)?.[1] ?? '';
  const isUsed = ({ schemes }: { schemes: string[] }) => schemes.includes(scheme);
  return (
    <>
      <TextInput
        label="Location"
        description="s3://bucket/prefix, gs://bucket/prefix, az://container/prefix, or file:/// for a folder on the server"
        required={isRequired}
        placeholder={placeholder}
        {...text('url')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.filter(isUsed).map(({ name, label, description }) => (
          <TextInput key={label} label={label} description={description} {...text(name)} />
        ))}
        {secretFields.filter(isUsed).map(({ name, label }) => (
          <PasswordInput
            key={name}
            label={label}
            description="Stored encrypted and never shown again"
            autoComplete="off"
            {...text(name)}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
