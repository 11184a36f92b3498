/** How often a property over a database is tried; the long ring tries each ten times as often. */
export const propertyRuns = (count: number) =>
  count * Number(process.env['TEST_PROPERTY_FACTOR'] ?? 1);
