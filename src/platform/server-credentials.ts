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
  /** The folder that `file://` locations must be inside. */
  importFolder?: string;
}

/** Reads the server's credentials from the environment variables of the AWS and Azure SDKs. */
export function readServerCredentials(
  env: Record<string, string | undefined>,
  importFolder?: string,
): ServerCredentials {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = env;
  const sessionToken = env['AWS_SESSION_TOKEN'];
  return {
    ...(id && secret ? { aws: { accessKeyId: id, secretAccessKey: secret, sessionToken } } : {}),
    stsEndpoint: env['AWS_ENDPOINT_URL_STS'],
    azureAuthority: env['AZURE_AUTHORITY_HOST'],
    importFolder,
  };
}
