import { dismissalOperations } from './dismissals.js';
import { recommendationResourceOperations } from './recommendation-resources.js';
import { getRecommendation, getRecommendations } from './recommendations.js';
import { getRecommendationSavings } from './savings.js';
import { getRecommendationTypes } from './types.js';

export const recommendationOperations = [
  getRecommendations,
  getRecommendationSavings,
  getRecommendationTypes,
  getRecommendation,
  ...recommendationResourceOperations,
  ...dismissalOperations,
];
