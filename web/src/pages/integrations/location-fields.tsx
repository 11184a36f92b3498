import { PasswordInput, SimpleGrid, TextInput } from '@mantine/core';

/** What a location needs beside its address, by the kind of storage the address names. */
const fields = [
  ['role_arn', 'Role', 'arn:aws:iam::123456789012:role/farthing', ['s3']],
  ['external_id', 'External ID', 'Where the role asks for one', ['s3']],
  ['region', 'Region', 'us-east-1 where nothing is said', ['s3']],
  [
    'endpoint',
    'Endpoint',
    'https://storage.example.com, where it is not the usual one',
    ['s3', 'gs', 'az'],
  ],
] as const;

const secretFields = [
  ['access_key_id', 'Access key ID', ['s3', 'gs']],
  ['secret_access_key', 'Secret access key', ['s3', 'gs']],
  ['sas_token', 'SAS token', ['az']],
] as const;

export const emptyLocation = {
  url: '',
  role_arn: '',
  external_id: '',
  region: '',
  endpoint: '',
  access_key_id: '',
  secret_access_key: '',
  sas_token: '',
};

type LocationValues = typeof emptyLocation;

/** Only what was filled in: the API tells an absent key from an empty one. */
export const filled = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));

interface TextField {
  name: string;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  error: string | undefined;
}

interface LocationFieldsProps {
  url: string;
  isRequired?: boolean;
  text: (name: keyof LocationValues) => TextField;
}

export function LocationFields({ url, isRequired = true, text }: LocationFieldsProps) {
  const scheme = /^(s3|gs|az):/.exec(url)?.[1] ?? '';
  const isFor = (schemes: readonly string[]) => schemes.includes(scheme);
  return (
    <>
      <TextInput
        label="Address"
        description="s3://bucket/prefix, gs://bucket/prefix, az://container/prefix, or file:/// for a folder on the server"
        required={isRequired}
        {...text('url')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields
          .filter(([, , , schemes]) => isFor(schemes))
          .map(([name, label, description]) => (
            <TextInput key={name} label={label} description={description} {...text(name)} />
          ))}
        {secretFields
          .filter(([, , schemes]) => isFor(schemes))
          .map(([name, label]) => (
            <PasswordInput
              key={name}
              label={label}
              description="Kept sealed; never shown again"
              autoComplete="off"
              {...text(name)}
            />
          ))}
      </SimpleGrid>
    </>
  );
}
