/** What efficiency is grouped by; `label:<name>` groups by one label. */
export const groupingLabels: Readonly<Record<string, string>> = {
  cluster_id: 'Cluster',
  namespace: 'Namespace',
  controller: 'Workload',
  pod: 'Pod',
  node: 'Node',
  region: 'Region',
  category: 'Category',
  labeled: 'Labeled',
  label: 'Label',
};

/** `Namespace`, and `Label app` from `label:app`. */
export const groupingLabel = (name: string): string =>
  groupingLabels[name] ?? name.replace(/^label:/, 'Label ');
