import type { LabelTransform } from './virtual-tag.js';

/** Applies transforms to a label in order. */
export function transformLabel(label: string, transforms: readonly LabelTransform[]): string {
  return transforms.reduce(applyTransform, label);
}

function applyTransform(label: string, transform: LabelTransform): string {
  if (transform.type === 'format') return transform.template.replaceAll('{0}', () => label);
  return label.split(transform.delimiter)[transform.index] ?? label;
}
