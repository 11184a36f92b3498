import { ImportError } from '../ingest/import-error.js';
import { readText } from './outside.js';
import { type AwsKeys, signed } from './s3-place.js';
import { elementText } from './xml.js';

export interface Role {
  arn: string;
  externalId?: string;
  region: string;
  /** Another address than Amazon's own. */
  endpoint?: string;
}

/** Keys of a role for an hour, given to the holder of these keys. */
export async function assumeRole(keys: AwsKeys, role: Role): Promise<AwsKeys> {
  const query = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: role.arn,
    RoleSessionName: 'farthing',
    ...(role.externalId === undefined ? {} : { ExternalId: role.externalId }),
  });
  const endpoint = role.endpoint ?? `https://sts.${role.region}.amazonaws.com`;
  const xml = await readText(signed(keys, 'sts', role.region), `${endpoint}/?${query.toString()}`);
  const given = {
    accessKeyId: elementText(xml, 'AccessKeyId'),
    secretAccessKey: elementText(xml, 'SecretAccessKey'),
    sessionToken: elementText(xml, 'SessionToken'),
  };
  if (!given.accessKeyId) throw new ImportError(`AWS gave no keys for the role ${role.arn}.`);
  return given;
}
