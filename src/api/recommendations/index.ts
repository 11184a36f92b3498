import { dismissalOperations } from './dismissals.js';
import { recommendationResourceOperations } from './recommendation-resources.js';
import { getRecommendation, getRecommendations } from './recommendations.js';
import { getAvailableSavings, getRecommendationSavings } from './savings.js';
import { getRecommendationTypes } from './types.js';

export const recommendationOperations = [
  getRecommendations,
  getRecommendationSavings,
  getAvailableSavings,
  getRecommendationTypes,
  getRecommendation,
  ...recommendationResourceOperations,
  ...dismissalOperations,
];
