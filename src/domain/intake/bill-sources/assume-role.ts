import { sendTrusted } from '../../../platform/outbound/send-request.js';
import { signedRequests } from '../../../platform/outbound/signed-requests.js';
import type { AwsKeys } from '../../../platform/server-credentials.js';
import { ImportError } from '../ingest/index.js';
import { readText } from './http-requests.js';
import { elementText } from '../../../platform/lib/xml.js';

export interface Role {
  arn: string;
  externalId?: string;
  region: string;
  /** Overrides the regional STS endpoint. */
  endpoint?: string;
}

const maxResponseBytes = 1024 * 1024;

/** Assumes an IAM role and returns its temporary keys, which are valid for an hour. */
export async function assumeRole(keys: AwsKeys, role: Role): Promise<AwsKeys> {
  const query = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: role.arn,
    RoleSessionName: 'farthing',
    ...(role.externalId === undefined ? {} : { ExternalId: role.externalId }),
  });
  const endpoint = role.endpoint ?? `https://sts.${role.region}.amazonaws.com`;
  const send = signedRequests(sendTrusted, keys, 'sts', role.region);
  const xml = await readText(send, `${endpoint}/?${query.toString()}`, maxResponseBytes);
  const roleKeys = {
    accessKeyId: elementText(xml, 'AccessKeyId'),
    secretAccessKey: elementText(xml, 'SecretAccessKey'),
    sessionToken: elementText(xml, 'SessionToken'),
  };
  if (!roleKeys.accessKeyId) {
    throw new ImportError(`AWS returned no credentials for the role ${role.arn}.`);
  }
  return roleKeys;
}
