/** What VQL filters, with its fields and an example. */
export const vqlSubjects = {
  costs: {
    example: "costs.provider = 'aws' AND costs.service = 'AmazonS3'",
    fields: [
      'costs.provider',
      'costs.service',
      'costs.account_id',
      'costs.provider_account_id',
      'costs.region',
      'costs.category',
      'costs.subcategory',
      'costs.resource_id',
      'costs.charge_type',
      'costs.allocation',
      'tags.name',
      'tags.value',
    ],
  },
  resources: {
    example: "resources.provider = 'aws' AND resources.type = 'aws_instance'",
    fields: [
      'resources.provider',
      'resources.type',
      'resources.account_id',
      'resources.provider_account_id',
      'resources.region',
      'resources.label',
      'resources.uuid',
      'resources.metadata',
      'tags.name',
      'tags.value',
    ],
  },
} as const;

export type VqlSubject = keyof typeof vqlSubjects;
