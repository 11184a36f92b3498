import type { Body, Schemas } from '../../api/types.js';
import type { useForm } from '../../parts/use-form.js';

export type Connection = Schemas['SsoConnection'];
export type Mapping = Schemas['SsoGroupMapping'];
type Changes = Required<Body<'/v2/sso_connection', 'put'>>;

export const connectionPath = '/v2/sso_connection';

/** The fields of the form; an empty secret leaves the stored one. */
export type ConnectionValues = Omit<Changes, 'break_glass_user_token'> & {
  break_glass_user_token: string | null;
};

/** The state of the form, which its parts share. */
export type ConnectionFormState = ReturnType<typeof useForm<ConnectionValues>>;

export const valuesOf = (stored: Connection | undefined): ConnectionValues => ({
  type: stored?.type === 'saml' ? 'saml' : 'oidc',
  issuer: stored?.issuer ?? '',
  client_id: stored?.client_id ?? '',
  client_secret: '',
  saml_metadata_url: stored?.saml_metadata_url ?? '',
  groups_claim: stored?.groups_claim ?? 'groups',
  domains: stored?.domains ?? [],
  default_role: (stored?.default_role ?? 'viewer') as ConnectionValues['default_role'],
  enforced: stored?.enforced ?? false,
  break_glass_user_token: stored?.break_glass_user_token ?? null,
  assigns_teams: stored?.assigns_teams ?? false,
  group_mappings: stored?.group_mappings ?? [],
});

/** What is sent: rows of mappings that say nothing are left out. */
export const bodyOf = ({ group_mappings, ...values }: ConnectionValues): Changes => ({
  ...values,
  group_mappings: group_mappings.filter(({ group }) => group.trim() !== ''),
});
