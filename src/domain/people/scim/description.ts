import { maxCount } from './list.js';
import type { Resource } from './patch.js';
import { groupSchema } from './scim-group.js';
import { userSchema } from './scim-user.js';

/** What this service supports, for `/ServiceProviderConfig`. */
export const serviceProviderConfig = (base: string): Resource => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxCount },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM token',
      description: 'A token that an owner of the account has created',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** The two kinds of resources. */
export const resourceTypes = (base: string): Resource[] =>
  (
    [
      ['User', '/Users', userSchema],
      ['Group', '/Groups', groupSchema],
    ] as const
  ).map(([id, endpoint, schema]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));

type Attribute = Record<string, unknown>;

const attribute = (name: string, more: Attribute = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const list = (name: string, subAttributes: Attribute[], more: Attribute = {}) =>
  attribute(name, { type: 'complex', multiValued: true, subAttributes, ...more });

const readOnly = { mutability: 'readOnly' };

/** The attributes of both, for `/Schemas`. */
export const schemas = (base: string): Resource[] =>
  [
    {
      id: userSchema,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('displayName'),
        attribute('name', {
          type: 'complex',
          subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)),
        }),
        attribute('active', { type: 'boolean' }),
        list('roles', [attribute('value'), attribute('primary', { type: 'boolean' })]),
        list('emails', [attribute('value', readOnly)], readOnly),
        list('groups', [attribute('value', readOnly), attribute('display', readOnly)], readOnly),
      ],
    },
    {
      id: groupSchema,
      name: 'Group',
      attributes: [
        attribute('displayName', { required: true }),
        attribute('externalId', { caseExact: true }),
        list('members', [
          attribute('value', { mutability: 'immutable' }),
          attribute('display', readOnly),
        ]),
      ],
    },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
