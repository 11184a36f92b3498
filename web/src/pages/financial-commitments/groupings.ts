/** What commitment reports are grouped by; `tag:<key>` groups by one tag. */
export const groupingLabels: Readonly<Record<string, string>> = {
  cost_type: 'Cost type',
  commitment_type: 'Commitment type',
  commitment_id: 'Commitment',
  service: 'Service',
  resource_account_id: 'Account',
  provider_account_id: 'Billing account',
  region: 'Region',
  cost_category: 'Category',
  cost_sub_category: 'Subcategory',
  instance_type: 'Instance type',
  provider: 'Provider',
  tag: 'Tag keys',
};

/** `Cost type`, and `Tag team` from `tag:team`. */
export const groupingLabel = (name: string): string =>
  groupingLabels[name] ?? name.replace(/^tag:/, 'Tag ');
