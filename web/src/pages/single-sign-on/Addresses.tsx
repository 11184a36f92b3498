import { Alert, Code, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '../../api/types.js';
import { CopyField } from './CopyField.js';

/** What has to be entered at the identity provider. */
export function Addresses({
  type,
  addresses,
}: {
  type: 'oidc' | 'saml';
  addresses: Schemas['ServiceProvider'];
}) {
  return (
    <Stack gap="sm">
      <Title order={2}>For your identity provider</Title>
      <Text size="sm" c="dimmed">
        Create an application for Farthing there, and enter{' '}
        {type === 'oidc' ? 'this address' : 'these addresses, or import the metadata'}.
      </Text>
      <OtherOrigin address={addresses.redirect_uri} />
      {type === 'oidc' ? (
        <CopyField label="Redirect URI" value={addresses.redirect_uri} />
      ) : (
        <>
          <CopyField
            label="Single sign-on URL (assertion consumer service)"
            value={addresses.acs_url}
          />
          <CopyField label="Entity ID (audience)" value={addresses.entity_id} />
          <CopyField label="Metadata" value={addresses.metadata_url} />
        </>
      )}
    </Stack>
  );
}

/** A log-in has to start and end at the same origin, so addresses of another one cannot work. */
function OtherOrigin({ address }: { address: string }) {
  const { origin } = window.location;
  if (new URL(address).origin === origin) return null;
  return (
    <Alert color="yellow" title="You are at another address">
      Farthing was opened at {origin}. Log-ins work only where they return to: set{' '}
      <Code>FARTHING_PUBLIC_URL</Code> of the server to the address that people use.
    </Alert>
  );
}
