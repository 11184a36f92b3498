const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Contents of all elements with a name; bucket listings never nest an element in itself. */
export function elements(xml: string, name: string): string[] {
  const contents: string[] = [];
  const start = new RegExp(`<${name}(?:\\s[^>]*)?(?<!/)>`, 'g');
  const end = `</${name}>`;
  for (let match = start.exec(xml); match; match = start.exec(xml)) {
    const from = start.lastIndex;
    const to = xml.indexOf(end, from);
    // Searched once: many elements without an end must not take quadratic time.
    if (to < 0) break;
    contents.push(xml.slice(from, to));
    start.lastIndex = to + end.length;
  }
  return contents;
}

/** Decoded text of the first element with a name, "" if there is none. */
export function elementText(xml: string, name: string): string {
  return (elements(xml, name)[0] ?? '').replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi,
    (entity, decimal?: string, hex?: string, named?: string) =>
      decimal || hex
        ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex!, 16))
        : (entities[named!] ?? entity),
  );
}
