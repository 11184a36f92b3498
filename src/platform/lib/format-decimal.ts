// No imports: the console uses this without the decimal library.

/** Plain decimal text as the API shows it: at least one decimal place, no further zeros. `1.50` is `1.5`. */
export function formatDecimal(plain: string): string {
  const point = plain.indexOf('.');
  if (point === -1) return `${plain || '0'}.0`;
  // A page has thousands of amounts, and the cost store writes them without further zeros.
  if (!plain.endsWith('0')) return plain;
  const [whole = '0', fraction = ''] = plain.split('.');
  return `${whole}.${fraction.replace(/0+$/, '') || '0'}`;
}
