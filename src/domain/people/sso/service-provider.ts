import { z } from 'zod';

export const ServiceProvider = z
  .object({
    redirect_uri: z.string().describe('OpenID Connect: where users return to.'),
    entity_id: z.string().describe('SAML: entity id, also called audience or identifier.'),
    acs_url: z
      .string()
      .describe('SAML: assertion consumer service, also called reply or single sign-on URL.'),
    metadata_url: z.string().describe('SAML: metadata with these addresses.'),
    scim_url: z.string().describe('SCIM: base URL below which users and teams are managed.'),
    connection_token: z.string().nullable().describe('The connection, once there is one.'),
  })
  .meta({ id: 'ServiceProvider' });

/**
 * The addresses that an identity provider has to know. Each account has its own, so that what one identity
 * provider sends for one account is worth nothing for another. They are known before there is a connection.
 */
export function serviceProviderOf(origin: string, account: string) {
  const metadata_url = `${origin}/console/sso/metadata/${account}`;
  return {
    redirect_uri: `${origin}/sso/${account}`,
    entity_id: metadata_url,
    acs_url: `${origin}/console/sso/acs/${account}`,
    metadata_url,
    scim_url: `${origin}/scim/v2`,
  };
}

/** The SAML metadata of this service for an account. */
export async function samlMetadataOf(origin: string, account: string): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  const { entity_id, acs_url } = serviceProviderOf(origin, account);
  return generateServiceProviderMetadata({
    issuer: entity_id,
    callbackUrl: acs_url,
    identifierFormat: null,
    wantAssertionsSigned: true,
    // The same document for every request.
    generateUniqueId: () => `_${account}`,
  });
}
