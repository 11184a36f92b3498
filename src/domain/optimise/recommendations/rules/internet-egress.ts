import { Decimal } from '../../../../platform/lib/decimal.js';
import { chargesFor, costOf, dollars, monthlyCostOf, percentage } from '../charges.js';
import type { ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';

/** Transfer to the internet. Transfer to other regions is called `AWS-Out-Bytes`. */
const toInternet = /DataTransfer-Out-Bytes$/;

interface EgressLimit {
  /** Least cost in the window for which a move is worth the work. */
  minCost: number;
  /** The part of it that another network would not charge. */
  savedShare: string;
}

const bucketLimit: EgressLimit = { minCost: 100, savedShare: '0.8' };
const distributionLimit: EgressLimit = { minCost: 500, savedShare: '0.5' };

const shared = {
  scope: 'resource',
  provider: 'aws',
  minimumSaving: usualMinimumSaving,
} as const;

/** Buckets that serve the internet directly. */
export const s3Egress: ResourceRule = {
  ...shared,
  type: 'aws:s3:egress-cloudflare',
  category: 's3_cloudflare',
  service: 'Amazon S3',
  description: 'Serve buckets with much internet traffic through Cloudflare.',
  resourceTypes: ['aws_s3_bucket'],
  addsToOthers: true,
  needs: [{ data: 'billing', words: 'the internet traffic of each bucket' }],
  find: (buckets) => buckets.flatMap((bucket) => findEgress(bucket, bucketLimit)),
};

/** Distributions with traffic that costs less elsewhere. */
export const cloudFrontEgress: ResourceRule = {
  ...shared,
  type: 'aws:cloudfront:excessive-egress',
  category: 'cloudfront_cloudflare',
  service: 'Amazon CloudFront',
  description: 'Move CloudFront distributions with much traffic to Cloudflare.',
  resourceTypes: ['aws_cloudfront_distribution'],
  needs: [{ data: 'billing', words: 'the traffic of each distribution' }],
  find: (distributions) =>
    distributions.flatMap((distribution) => findEgress(distribution, distributionLimit)),
};

function findEgress(resource: ResourceFacts, limit: EgressLimit): Finding[] {
  const traffic = chargesFor(resource.charges, toInternet);
  const cost = new Decimal(costOf(traffic));
  if (cost.lt(limit.minCost)) return [];
  return [
    {
      uuid: resource.uuid,
      actions: [
        {
          action: 'migrate',
          description: `Serve the content of ${resource.label ?? resource.id} through a network that does not charge per GB.`,
          potential_savings: new Decimal(monthlyCostOf(traffic, resource))
            .times(limit.savedShare)
            .toFixed(),
        },
      ],
      evidence: [
        dollars('Internet traffic cost in the last 30 days', cost),
        percentage('Share saved', limit.savedShare),
      ],
    },
  ];
}
