/** A decimal as the API shows it: plain, at least one digit after the point, no further zeros. `1.50` is `1.5`. */
export function decimalText(plain: string): string {
  const [whole = '0', fraction = ''] = plain.split('.');
  return `${whole}.${fraction.replace(/0+$/, '') || '0'}`;
}
