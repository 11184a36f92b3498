import type { Schemas } from '../../api/types.js';

export type Recommendation = Schemas['Recommendation'];
export type FoundResource = Schemas['RecommendationProviderResource'];

export const recommendationsPath = '/v2/recommendations';
export const recommendationPage = (token: string) => `/recommendations/${token}`;

/** A type in words, from its slug: `aws:ebs:gp2-to-gp3` is “EBS gp2 to gp3”. */
export function describeType(type: string): string {
  const [first = type, second, third] = type.split(':');
  const words = (text: string) => text.replaceAll('-', ' ');
  if (second === undefined) return sentence(words(first));
  const subject = second.length <= 3 ? second.toUpperCase() : sentence(words(second));
  return third === undefined ? subject : `${subject}: ${words(third)}`;
}

/** A category in words, without the parts that only programs need. */
export const describeCategory = (category: string): string =>
  sentence(category.replace(/_recommender$/, '').replaceAll('_', ' '));

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
