import { awsOffers } from './purchase-offers-aws.js';
import { azureOffers } from './purchase-offers-azure.js';
import { type PurchaseOffer, hasText } from './purchase-offer.js';

/** Series of a machine in the description of a price: `N2 Instance Core running in Americas`. */
const machineSeries = (category: string | null) =>
  /^([A-Z]\d\w*)\b/.exec(category ?? '')?.[1] ?? 'N1';

const otherOffers: readonly PurchaseOffer[] = [
  {
    type: 'gcp:compute:commitment',
    category: 'gcp_compute_commitment_recommender',
    service: 'Google Compute Engine',
    provider: 'gcp',
    title: 'Compute Engine committed use',
    whole: true,
    discount: '0.37',
    isEligible: ({ service, category }) =>
      service === 'Compute Engine' &&
      hasText(category, /instance (core|ram)|custom instance/i) &&
      !hasText(category, /spot|preemptible|commitment/i),
    group: ({ region, category }) => [
      region ?? '',
      machineSeries(category),
      hasText(category, /ram/i) ? 'GB of memory' : 'vCPU',
    ],
  },
  {
    type: 'datadog:commitment:opportunity',
    category: 'datadog_financial_commitments',
    service: 'Datadog',
    provider: 'datadog',
    title: 'Datadog commitment',
    whole: false,
    discount: '0.17',
    isEligible: ({ usageType, category }) =>
      !hasText(usageType, /committed/i) && !hasText(category, /committed/i),
    group: ({ service, category }) => [category ?? service],
  },
];

/** Every commitment that can be recommended and simulated. */
export const purchaseOffers: readonly PurchaseOffer[] = [
  ...awsOffers,
  ...azureOffers,
  ...otherOffers,
];
