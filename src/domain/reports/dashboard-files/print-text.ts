import { page, type Sheet } from '../../../platform/pdf/sheet.js';
import { blocksOf, partsOf, type TextPart } from '../dashboards/index.js';

/** Prints a text with headings and lists; marks within a line are left out, addresses of links are named. */
export function printText(sheet: Sheet, text: string): void {
  for (const { kind, lines } of blocksOf(text)) {
    const isHeading = kind === 'heading';
    for (const line of lines) {
      const plain = (kind === 'list' ? '•  ' : '') + partsOf(line).map(plainText).join('');
      const style = isHeading ? { size: 11, weight: 'semibold' as const } : {};
      const height = sheet.heightOf(plain, style);
      if (!sheet.hasRoom(height)) sheet.newPage();
      sheet.y += sheet.text(plain, page.left, sheet.y, style) + 2;
    }
    sheet.y += 4;
  }
}

/** Paths of the console mean nothing in a file. */
function plainText(part: TextPart): string {
  if (part.kind !== 'link' || part.href === part.text || part.href.startsWith('/'))
    return part.text;
  return `${part.text} (${part.href})`;
}
