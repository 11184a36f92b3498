const categories: Readonly<Record<string, string>> = {
  public: 'Internet',
  cross_az: 'Between zones',
  cross_region: 'Between regions',
  unknown: 'Unknown',
};

/** `cross_az` → `Between zones` */
export const trafficCategoryName = (category: string): string => categories[category] ?? category;
