import type { LabelTransform } from './config.js';

/** A label after all transforms, one after the other. */
export function transformed(label: string, transforms: readonly LabelTransform[]): string {
  return transforms.reduce(applied, label);
}

function applied(label: string, transform: LabelTransform): string {
  if (transform.type === 'format') return transform.template.replaceAll('{0}', () => label);
  return label.split(transform.delimiter)[transform.index] ?? label;
}
