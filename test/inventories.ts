/** An item of an AWS Config snapshot. */
export const configItem = (id: string, more: object = {}) => ({
  configurationItemStatus: 'OK',
  resourceType: 'AWS::EC2::Instance',
  resourceId: id,
  ARN: `arn:aws:ec2:us-east-1:201:instance/${id}`,
  awsRegion: 'us-east-1',
  awsAccountId: '201',
  tags: { Name: id },
  configuration: { instanceId: id, instanceType: 'm5.xlarge', state: { name: 'running' } },
  ...more,
});

/** An AWS Config snapshot. */
export const configSnapshot = (...items: object[]) =>
  JSON.stringify({ fileVersion: '1.0', configSnapshotId: 's', configurationItems: items });

/** A row of Azure Resource Graph. */
export const azureDisk = {
  id: '/subscriptions/s-1/resourceGroups/RG/providers/Microsoft.Compute/disks/d1',
  name: 'd1',
  type: 'microsoft.compute/disks',
  location: 'westeurope',
  resourceGroup: 'RG',
  subscriptionId: 's-1',
  properties: { diskState: 'Unattached', diskSizeGB: 128 },
  tags: { team: 'data' },
};

/** A line of an export of Google Cloud assets. */
export const googleInstance = {
  name: '//compute.googleapis.com/projects/p1/zones/us-central1-a/instances/vm',
  asset_type: 'compute.googleapis.com/Instance',
  resource: {
    location: 'us-central1-a',
    data: { name: 'vm', machineType: 'https://x/machineTypes/e2-medium', labels: { a: 'b' } },
  },
};
