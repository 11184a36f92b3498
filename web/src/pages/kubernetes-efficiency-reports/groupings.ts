/** What efficiency is grouped by; `label:<name>` groups by one label. */
const labels: Readonly<Record<string, string>> = {
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

export const groupings = Object.keys(labels);

/** `Namespace`, and `Label app` from `label:app`. */
export const groupingLabel = (name: string): string =>
  labels[name] ?? name.replace(/^label:/, 'Label ');
