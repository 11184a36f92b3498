import type { Schemas } from '../../api/types.js';

export type Recommendation = Schemas['Recommendation'];
export type FoundResource = Schemas['RecommendationProviderResource'];

export const recommendationsPath = '/v2/recommendations';
export const recommendationPage = (token: string) => `/recommendations/${token}`;
