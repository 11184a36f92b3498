/** An AWS access key; temporary ones come with a session token. */
export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** Cloud credentials of the server itself, used where an integration has none of its own. */
export interface ServerCredentials {
  /** AWS keys that assume roles and read buckets of integrations without their own keys. */
  aws?: AwsKeys;
  stsEndpoint?: string;
  azureAuthority?: string;
  /** Origins that the operator uses instead of the public endpoints of a cloud; they receive its credentials too. */
  endpoints?: Partial<Record<Cloud, readonly string[]>>;
  /** The folder that `file://` locations must be inside. */
  importFolder?: string;
}

export type Cloud = 'aws' | 'azure' | 'google';

/** Reads the server's credentials from the environment variables of the AWS and Azure SDKs. */
export function readServerCredentials(
  env: Record<string, string | undefined>,
  importFolder?: string,
): ServerCredentials {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = env;
  const sessionToken = env['AWS_SESSION_TOKEN'];
  const originsIn = (...names: string[]) =>
    names.flatMap((name) => (URL.canParse(env[name] ?? '') ? [new URL(env[name]!).origin] : []));
  return {
    ...(id && secret ? { aws: { accessKeyId: id, secretAccessKey: secret, sessionToken } } : {}),
    stsEndpoint: env['AWS_ENDPOINT_URL_STS'],
    azureAuthority: env['AZURE_AUTHORITY_HOST'],
    endpoints: {
      aws: originsIn('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL_CLOUDWATCH'),
      azure: originsIn('AZURE_STORAGE_ENDPOINT'),
    },
    importFolder,
  };
}

/** Only hosts that the cloud itself answers for: others of its domains serve whatever their customers put there. */
const publicHosts: Record<Cloud, RegExp> = {
  aws: /^(s3|s3-fips|monitoring|monitoring-fips)(\.dualstack)?(\.[a-z0-9-]+)?\.(amazonaws\.com(\.cn)?|api\.aws)$/,
  azure:
    /^[a-z0-9-]+\.(z\d+\.)?(blob|dfs)\.(core\.(windows\.net|usgovcloudapi\.net|chinacloudapi\.cn)|storage\.azure\.net)$/,
  google: /^storage\.googleapis\.com$/,
};

/** Whether a URL is an endpoint of the cloud, so that credentials that the cloud issued may be sent to it. */
export function isEndpointOf(cloud: Cloud, url: string, server: ServerCredentials): boolean {
  const { protocol, hostname, port, origin } = new URL(url);
  const isPublic = protocol === 'https:' && port === '' && publicHosts[cloud].test(hostname);
  return isPublic || (server.endpoints?.[cloud]?.includes(origin) ?? false);
}

/** Whether a URL is an endpoint of any cloud; its address need not be checked then. */
export function isCloudEndpoint(url: string, server: ServerCredentials): boolean {
  return (['aws', 'azure', 'google'] as const).some((cloud) => isEndpointOf(cloud, url, server));
}
