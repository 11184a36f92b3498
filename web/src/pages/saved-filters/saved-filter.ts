import type { Schemas } from '../../api/types.js';

export type SavedFilter = Schemas['SavedFilter'];

export const savedFiltersPath = '/v2/saved_filters';
