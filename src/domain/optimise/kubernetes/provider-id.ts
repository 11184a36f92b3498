import type { AllocationOwner } from './allocation-row.js';

type NodeOrigin = Pick<AllocationOwner, 'region' | 'accountId' | 'nodeResourceId'>;

/**
 * What the provider id of a node says about it: `aws:///eu-west-1a/i-0abc`,
 * `azure:///subscriptions/…`, `gce://project/europe-west1-b/name`, or the bare id of an instance.
 */
export function parseProviderId(id: string | undefined): NodeOrigin {
  if (id === undefined || id === '') return {};
  const aws = /^aws:\/\/\/([a-z0-9-]+\d)[a-z]\/(i-[0-9a-f]+)$/.exec(id);
  if (aws) return { region: aws[1], nodeResourceId: aws[2] };
  const gce = /^gce:\/\/([^/]+)\/([a-z0-9-]+)-[a-z]\/(.+)$/.exec(id);
  if (gce) return { accountId: gce[1], region: gce[2], nodeResourceId: gce[3] };
  const azure = /^azure:\/\/(\/subscriptions\/([^/]+)\/.+)$/i.exec(id);
  if (azure) return { accountId: azure[2], nodeResourceId: azure[1] };
  return { nodeResourceId: id };
}
