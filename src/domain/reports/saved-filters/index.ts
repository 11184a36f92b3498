export { attachedFilterTokens, requireSavedFilters, savedFilters } from './saved-filter.js';
