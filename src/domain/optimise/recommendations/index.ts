export { findFoundResource, setResourceDismissal } from './dismiss-resource.js';
export { setDismissal } from './dismiss.js';
export { findRecommendationsJob } from './find-recommendations-job.js';
export { RecommendationProviderResource, serializeFoundResource } from './found-resource.js';
export { listLargestRecommendations } from './list-largest.js';
export { missingData, readMetadataFields } from './missing-data.js';
export { readFoundResources } from './read-found-resources.js';
export {
  readRecommendationGroups,
  RecommendationGroup,
  type RecommendationGrouping,
  recommendationGroupings,
} from './read-groups.js';
export { readResourceSavings } from './read-resource-savings.js';
export { readAvailableSavings, readSavings } from './read-savings.js';
export {
  isArchived,
  needsWorkspace,
  ownConditions,
  recommendationConditions,
  type RecommendationFilters,
  resourceConditions,
} from './recommendation-filters.js';
export { recommendationViews } from './recommendation-view.js';
export { recommendations } from './recommendation.js';
export { recommendationProviders } from './rule.js';
export { recommendationTypes, rules } from './rules/index.js';
export { readSavingsCurrency } from './savings-currency.js';
export { readIntegrations } from './workspace-accounts.js';
